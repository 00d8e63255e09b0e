const { sleep } = require('n8n-workflow/dist/cjs/utils.js');
const { NodeApiError } = require('n8n-workflow/dist/cjs/errors/node-api.error.js');
const { NodeOperationError } = require('n8n-workflow/dist/cjs/errors/node-operation.error.js');
const { NodeConnectionTypes } = require('n8n-workflow/dist/cjs/interfaces.js');

/** What the nodes use of n8n-workflow, without loading the rest for each change. */
module.exports = { NodeApiError, NodeConnectionTypes, NodeOperationError, sleep };
