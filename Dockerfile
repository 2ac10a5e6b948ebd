# Worker, `serve` and the command line. Debian, because the Temporal SDK's native part needs glibc.
#   docker run IMAGE                      the worker
#   docker run IMAGE plumbline serve      any command
# Only /var/lib/plumbline (the home: a volume) and /tmp (a tmpfs will do) are written to, so the root may be read-only.
FROM node:24.21.0-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc LICENSE ./
COPY workers/install ./workers/install
# npm links the workspaces.
COPY packages ./packages
COPY workflows ./workflows
# The image has a Node of its own.
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node && npm cache clean --force
COPY activities ./activities
COPY payloads ./payloads
COPY workers ./workers
COPY client ./client
# The page is built when it is first asked for, with these settings.
COPY tsconfig.json ./
# Without it each worker with a new home would build the workflows first.
RUN node workers/build/store-bundle.ts && ln -s /app/client/cli/plumbline.js /usr/local/bin/plumbline
ENV NODE_ENV=production PLUMBLINE_HOME=/var/lib/plumbline
RUN mkdir -p /var/lib/plumbline && chown node:node /var/lib/plumbline
# `node`, as a number, so that Kubernetes can tell that it is not root.
USER 1000:1000
VOLUME /var/lib/plumbline
# As in workers/supervisor/worker-program.ts, which says why.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
CMD ["node", "--max-semi-space-size=8", "workers/main.ts"]
