# The service with everything it needs, its own Chromium included. Build it from the repository's root:
#   docker build -f deploy/service.Dockerfile -t web-data-extraction-service .
FROM node:24.21.0-bookworm-slim

# Letters of the scripts that Chromium's own fonts lack, for screenshots.
RUN apt-get update \
	&& apt-get install -y --no-install-recommends fonts-noto-core fonts-noto-cjk tini \
	&& rm -rf /var/lib/apt/lists/*

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/markdown/package.json packages/markdown/
COPY packages/page/package.json packages/page/
COPY packages/documents/package.json packages/documents/
COPY packages/fields/package.json packages/fields/
COPY service/package.json service/
RUN npm ci --omit=dev --ignore-scripts --workspace service && npm cache clean --force
COPY api/openapi.yaml api/
COPY packages packages
COPY service/src service/src

# Everything that it keeps and that it unpacks lies here; the rest may be read-only.
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data XDG_CACHE_HOME=/tmp/cache
EXPOSE 8330
ENTRYPOINT ["tini", "--", "node", "service/src/main.ts"]
