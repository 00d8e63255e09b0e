# n8n with the package. Build it from the repository's root:
#   docker build -f deploy/n8n.Dockerfile -t n8n-web-data-extraction .
FROM node:24.21.0-bookworm-slim AS package
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY packages/markdown/package.json packages/markdown/
COPY packages/page/package.json packages/page/
COPY packages/documents/package.json packages/documents/
COPY packages/fields/package.json packages/fields/
COPY service/package.json service/
RUN npm ci --ignore-scripts
COPY . .
RUN npm run generate && npm run build && mkdir /package \
	&& npm pack --ignore-scripts --pack-destination /tmp \
	&& tar -xzf /tmp/n8n-nodes-web-data-extraction-*.tgz -C /package --strip-components=1

FROM n8nio/n8n:2.41.1
COPY --from=package /package /opt/n8n-nodes-web-data-extraction
COPY deploy/start-n8n.sh /opt/start-n8n.sh
ENTRYPOINT ["tini", "--", "/bin/sh", "/opt/start-n8n.sh"]
