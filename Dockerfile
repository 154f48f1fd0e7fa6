# The server with its site and examples, from this checkout: docker build --tag weft .
FROM node:24.21.0-bookworm AS build
WORKDIR /build
COPY . .
# As in .ci/run: no package but the one that brings Node.js runs a script.
RUN npm ci --ignore-scripts --no-audit --no-fund && npm rebuild node
RUN npm run pack
# The package depends on Node.js alone, which the next stage has.
RUN mkdir /weft && tar -xzf packages/server/build/weft-server-*.tgz -C /weft --strip-components=1

FROM node:24.21.0-bookworm-slim
COPY --from=build /weft /opt/weft
RUN ln -s /opt/weft/bin/weft.js /usr/local/bin/weft \
  && install --directory --owner=node --group=node --mode=0700 /var/lib/weft
ENV NODE_ENV=production WEFT_HOST=0.0.0.0 WEFT_PORT=7070 WEFT_DATA=/var/lib/weft
USER node
WORKDIR /var/lib/weft
VOLUME /var/lib/weft
EXPOSE 7070
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.WEFT_PORT + '/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["weft"]
