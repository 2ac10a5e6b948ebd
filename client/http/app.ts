import { OpenAPIHono } from '@hono/zod-openapi';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { servePage } from '@plumbline/page/page-serving';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import type { Api, ApiContext } from '../service/api-context.ts';
import { admitShares, requireToken } from '../service/authentication.ts';
import {
  askInTurns,
  countGuesses,
  countRequests,
  createTurns,
  exceptUploads,
  inTurn,
  limitBodies,
  limitRate,
  noteAddress,
  refuseBeyond,
  type Turns,
} from '../service/limits.ts';
import { invalidRequest, problemOf, type RequestEnvironment, RequestProblem, respond } from '../service/problem.ts';
import { addBriefingRoutes } from './routes/briefings.ts';
import { addLabelRoutes, addShareRoutes } from './routes/labels.ts';
import { addLibraryRoutes, addOfferedFolderRoutes } from './routes/library.ts';
import { addLoginRoutes, LOGIN_PATHS } from './routes/login.ts';
import { addMemoryRoutes, addUserRoute } from './routes/memory.ts';
import { addFeedbackRoute, addQueryRoute, addQueryStreamRoutes } from './routes/queries.ts';
import { addReadingRoutes } from './routes/readings.ts';
import { addBundleRoute, addComparisonRoute, addExportRoute, addReportRoutes } from './routes/reports.ts';
import { addRunEventRoute, addRunMessageRoutes, addRunRoutes } from './routes/runs.ts';
import { addSessionRoutes } from './routes/sessions.ts';
import { addConfigurationRoutes, addOverviewRoute, addSettingRoutes, addSourceRoutes } from './routes/settings.ts';
import { addWatchingRoutes } from './routes/watching.ts';
import { forgetNulls, hideRunsOfOthers, refuseNul, refuseOtherUsers, tokenUserOf } from './server/users.ts';

/** Loopback names. Any other name points to a web page whose own name leads to this machine (DNS rebinding). */
const LOOPBACK_HOST = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d+)?$/i;

const DESCRIPTION = {
  openapi: '3.1.0',
  info: {
    title: 'Plumbline',
    version: '1',
    description: 'Questions in sessions, and research runs. Every failed request gets application/problem+json.',
  },
};

const PARTS = [
  addQueryRoute,
  addQueryStreamRoutes,
  addFeedbackRoute,
  addSessionRoutes,
  addSourceRoutes,
  addOverviewRoute,
  addLibraryRoutes,
  addOfferedFolderRoutes,
  addSettingRoutes,
  addConfigurationRoutes,
  addUserRoute,
  addLoginRoutes,
  addMemoryRoutes,
  addRunRoutes,
  addLabelRoutes,
  addRunEventRoute,
  addRunMessageRoutes,
  addReportRoutes,
  addExportRoute,
  addBundleRoute,
  addReadingRoutes,
  addShareRoutes,
  addComparisonRoute,
  addBriefingRoutes,
  addWatchingRoutes,
  addMcpRoute,
];

/** The HTTP API; it needs no server to be asked. */
export function createApp(served: ApiContext): Api {
  const turns = createTurns();
  const { research, conversations, webUiOf } = served.access;
  const context = { ...served, access: { research, webUiOf, conversations: askInTurns(conversations, turns) } };
  const api = new OpenAPIHono<RequestEnvironment>({
    defaultHook: (result) => {
      if (!result.success) throw invalidRequest(result.error, PLACES[result.target]);
    },
  });
  guard(api, context, turns);
  answerFailures(api, context);
  for (const add of PARTS) add(api, context);
  describe(api, context);
  return api;
}

const PLACES = {
  json: 'body',
  form: 'body',
  query: 'query',
  param: 'address',
  header: 'header',
  cookie: 'cookie',
} as const;

/** Where requests need the token, and have limits. */
const PERSONAL_PATHS = ['/api/*', '/mcp', '/metrics'];
/** Every place of a run in an address, including everything below it. */
const RUN_PATHS = ['/api/runs/:researchId/*', '/api/runs/:a/comparison/:researchId'];
/** What is made or taken here takes long. */
const FILE_PATHS = ['/api/runs/:researchId/exports/:format', '/api/runs/:researchId/bundle'];
/** The page needs nothing but files of this server; pdf.js has a worker, and fonts for PDFs without their own. */
const SECURE_HEADERS = {
  strictTransportSecurity: false,
  xFrameOptions: 'DENY',
  referrerPolicy: 'no-referrer',
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    workerSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

/** What every request passes, in this order. */
function guard(api: Api, context: ApiContext, turns: Turns): void {
  const { token, allowedOrigins, limits } = context.settings;
  api.use(context.metrics.measure);
  api.use(noteAddress(limits.trustedProxies, context.warn));
  api.use(requestId({ limitLength: 100 }));
  api.use(secureHeaders(SECURE_HEADERS));
  api.use(requireReadableHost);
  if (token === null) api.use(requireLoopbackName);
  // Before the check for foreign pages: a link to a report may be anywhere, and the page contains no data of any user.
  api.use(servePage());
  api.use(refuseForeignPages(allowedOrigins));
  if (allowedOrigins.length > 0) {
    api.use(cors({ origin: [...allowedOrigins], exposeHeaders: ['x-request-id', 'retry-after'] }));
  }
  const counted = { perMinute: limits.requestsPerMinute, database: limits.database };
  const countRequest = countRequests({ ...counted, what: 'requests' });
  const countGuess = countGuesses(counted);
  for (const path of [...PERSONAL_PATHS, LOGIN_PATHS]) {
    const needsToken = token !== null && path !== LOGIN_PATHS;
    api.use(path, admitShares(context, countGuess));
    // Before they are counted: a wrong token must not have a count of its own.
    if (needsToken) api.use(path, requireToken(token, countGuess));
    api.use(path, limitRate(countRequest, needsToken));
    api.use(path, exceptUploads(limitBodies(limits.maxBodyBytes)));
    api.use(path, async (http, next) => {
      // Answers are personal; no cache on the way may keep them.
      http.header('cache-control', 'no-store');
      await next();
    });
  }
  api.use('/api/*', refuseNul);
  for (const path of ['/api/query', '/api/query/stream']) api.use(path, forgetNulls);
  api.use('/api/*', exceptUploads(refuseOtherUsers));
  for (const path of RUN_PATHS) api.use(path, hideRunsOfOthers(context));
  // Before a stream begins, which is a success already.
  api.use('/api/query/*', refuseBeyond(turns));
  const files = inTurn(createTurns());
  api.on('GET', FILE_PATHS, files);
  api.use('/api/library/*', (http, next) => (http.req.method === 'GET' ? next() : files(http, next)));
}

/** Answers requests that fail. */
function answerFailures(api: Api, { report }: ApiContext): void {
  api.onError((error, http) => {
    const problem = problemOf(error);
    if (problem === null) report(error, http.get('requestId'));
    return respond(http, problem ?? new RequestProblem(500, 'something went wrong', LOOK));
  });
  api.notFound((http) =>
    respond(http, new RequestProblem(404, `there is no ${http.req.path}`, 'GET /openapi.json lists all routes.')),
  );
  api.use(
    methodNotAllowed({
      app: api,
      onMethodNotAllowed: (http, methods) => {
        const allow = methods.join(', ');
        return respond(http, new RequestProblem(405, `${http.req.path} accepts ${allow}`, { headers: { allow } }));
      },
    }),
  );
}

const LOOK = "See the server's log, under the id of the request.";

function describe(api: Api, { settings }: ApiContext): void {
  if (settings.token !== null) {
    api.openAPIRegistry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' });
  }
  const security = settings.token === null ? {} : { security: [{ token: [] }] };
  api.doc31('/openapi.json', { ...DESCRIPTION, ...security });
}

/** Refuses a name that no address can have: the request behind it could not be read. */
const requireReadableHost: MiddlewareHandler = async ({ req }, next) => {
  const host = req.header('host');
  if (host !== undefined && !URL.canParse(`http://${host}`)) {
    throw new RequestProblem(400, `"${host}" is not the name of a host`, 'Correct the header Host.');
  }
  await next();
};

/** Without a token nothing but the host's name shows that a request was meant for this machine. */
const requireLoopbackName: MiddlewareHandler = async ({ req }, next) => {
  const host = req.header('host') ?? new URL(req.url).host;
  if (!LOOPBACK_HOST.test(host)) {
    throw new RequestProblem(403, `this API does not serve ${host}`, {
      remedy: 'Use http://127.0.0.1 or http://localhost, or start the server with a token.',
    });
  }
  await next();
};

/** A browser lets every web page send requests to this machine; only allowed origins pass. */
function refuseForeignPages(allowed: readonly string[]): MiddlewareHandler {
  return async ({ req }, next) => {
    const origin = req.header('origin');
    const host = req.header('host') ?? new URL(req.url).host;
    const isForeign = origin === undefined ? isSentByAnotherSite(req.header('sec-fetch-site')) : !isOwn(origin, host);
    if (isForeign && (origin === undefined || !allowed.includes(origin))) {
      throw new RequestProblem(403, `pages of ${origin ?? 'other sites'} may not use this API`, {
        remedy: 'Start the server with --allow-origin <origin>.',
      });
    }
    await next();
  };
}

/** Browsers send no origin with images and links. */
function isSentByAnotherSite(site: string | undefined): boolean {
  return site === 'cross-site' || site === 'same-site';
}

function isOwn(origin: string, host: string): boolean {
  return URL.parse(origin)?.host === host;
}

/**
 * `/mcp`: the Model Context Protocol, one server for each request and nothing kept between them. It has no part in the
 * OpenAPI document, because the protocol describes itself.
 */
function addMcpRoute(api: Api, context: ApiContext): void {
  // One for each user that tokens name: what a server knows is the user's.
  const handlers = new Map<string | null, Promise<McpHttpHandler>>();
  api.all('/mcp', async (http) => {
    const user = tokenUserOf(http);
    const handler = handlers.get(user) ?? open(context, user);
    handlers.set(user, handler);
    const { status, headers, body } = await (await handler).fetch(http.req.raw);
    // Our header is stricter than the one on its streams.
    headers.delete('cache-control');
    // Not as a response of its own: that would lack the headers that are set already.
    return http.newResponse(body, new Response(null, { status, headers }));
  });
}

/** Loaded late: most servers are never asked. */
async function open(context: ApiContext, user: string | null): Promise<McpHttpHandler> {
  const [{ createMcpHandler }, { createMcpServer }, { createHttpContext }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('../mcp/tools/create-server.ts'),
    import('../mcp/served/mcp-context.ts'),
  ]);
  const shared = createHttpContext(context, user);
  const { limits, closing } = context.settings;
  const handler = createMcpHandler(() => createMcpServer(shared), { maxRequestBodySize: limits.maxBodyBytes });
  closing.addEventListener('abort', () => void handler.close(), { once: true });
  return handler;
}
