# By exact version; pin it by digest where you deploy: docs/decisions/0018-neighbours.md.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
ENV npm_config_update_notifier=false

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM base AS packages
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

FROM base
ENV NODE_ENV=production MODE=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/app/.compiled UV_THREADPOOL_SIZE=16
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY app/db/migrations ./app/db/migrations
COPY package.json ./
RUN mkdir /data .compiled && chown node:node /data .compiled
USER node
# Compiled once, as the user and with the flags of the start: it is for these alone.
RUN node --max-old-space-size=512 --max-semi-space-size=8 --input-type=module -e "import fs from 'node:fs'; \
  for (const file of ['index.js', ...fs.readdirSync('build/server/assets').map((name) => 'assets/' + name)]) \
    if (file.endsWith('.js')) await import('/app/build/server/' + file)"
VOLUME /data
EXPOSE 3000
# METRICS_PORT with METRICS_HOST=0.0.0.0 gives figures to whoever reaches the container: publish that port to nobody else.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-old-space-size=512", "--max-semi-space-size=8", "build/server/server.js"]
