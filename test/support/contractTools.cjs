const addFormats = require('ajv-formats');
const Ajv2020 = require('ajv/dist/2020');
const { CORE_SCHEMA, load } = require('js-yaml');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/*
 * What takes long to make of the contract: reading it and compiling its schemas takes longer than many a test file,
 * so all files of a worker share this. See `environment.cjs`.
 */

const OPTIONS = {
	allErrors: true,
	allowUnionTypes: true,
	// A rule between fields leaves the type to the schema that uses it.
	strictTypes: false,
	// OpenAPI's own keywords: where named schemas live, and a hint that the branches' const repeats.
	keywords: ['components', 'discriminator'],
};

/** The contract as it is read from api/openapi.yaml. */
exports.contract = load(readFileSync(join(__dirname, '../../api/openapi.yaml'), 'utf8'), {
	schema: CORE_SCHEMA,
});

/**
 * Schemas by which values are checked in one way.
 * @typedef SchemaSet
 * @property {string} name
 * @property {boolean} [isText] whether values are text on the wire: `true` and `'true'` are the same
 * @property {() => object} describeComponents what its schemas refer to
 */

/** @type {Map<string, InstanceType<typeof Ajv2020.default>>} */
const sets = new Map();

/** @type {Map<string, import('ajv').ValidateFunction>} */
const validators = new Map();

/**
 * Compiles a schema once.
 * @param {SchemaSet} set
 * @param {string} key the same for the same schema of the set
 * @param {() => object} describe the schema; it refers to the components as the contract does
 */
exports.validatorFor = (set, key, describe) => {
	const name = `${set.name}: ${key}`;
	const validate = validators.get(name) ?? ajvOf(set).compile(referringTo(COMPONENTS, describe()));
	validators.set(name, validate);
	return validate;
};

/** @param {Parameters<InstanceType<typeof Ajv2020.default>['errorsText']>} given */
exports.errorsText = (...given) => new Ajv2020.default().errorsText(...given);

/** Where the components of a set are: what they describe is compiled once for all that refer to them. */
const COMPONENTS = 'contract';

/** @param {SchemaSet} set */
function ajvOf({ name, isText = false, describeComponents }) {
	const known = sets.get(name);
	if (known !== undefined) return known;
	const made = new Ajv2020.default({ ...OPTIONS, coerceTypes: isText });
	addFormats.default(made);
	made.addSchema(referringTo('', { components: describeComponents() }), COMPONENTS);
	sets.set(name, made);
	return made;
}

/**
 * A copy, which holds nothing of the test file that asks first.
 * @param {string} place where its references lead
 * @param {object} schema
 */
function referringTo(place, schema) {
	return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${place}#/`));
}
