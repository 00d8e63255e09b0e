#!/bin/sh
# Puts the package of this image where n8n looks for community packages, then starts n8n with the
# arguments given (none, or "worker"). At each start, so that a volume from an older image gets the newer
# package.
set -e
modules="${N8N_USER_FOLDER:-$HOME}/.n8n/nodes/node_modules"
mkdir -p "$modules"
rm -rf "$modules/n8n-nodes-web-data-extraction"
cp -r /opt/n8n-nodes-web-data-extraction "$modules/"
exec /docker-entrypoint.sh "$@"
