# The worker. Debian, because the Temporal SDK's native part needs glibc.
FROM node:24.21.0-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY workers/install ./workers/install
# The image has a Node of its own.
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node && npm cache clean --force
COPY workflows ./workflows
COPY activities ./activities
COPY payloads ./payloads
COPY workers ./workers
ENV NODE_ENV=production PLUMBLINE_HOME=/var/lib/plumbline
RUN mkdir -p /var/lib/plumbline && chown node:node /var/lib/plumbline
USER node
VOLUME /var/lib/plumbline
# As in workers/supervisor/worker-program.ts, which says why.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
CMD ["node", "--max-semi-space-size=8", "workers/main.ts"]
