import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Article, NEWS } from './world-news.ts';
import { dateOf, OUTLETS } from './world-places.ts';

/** The web of the world: a search service and a site for each outlet, on loopback. */
export interface WorldServer {
  /** Settings that lead a worker here. */
  readonly environment: NodeJS.ProcessEnv;
  /** Queries in the order of their arrival. */
  readonly queries: readonly string[];
  /** Requests that nothing in the world answers. */
  readonly faults: readonly string[];
  /** Nothing that is published later can be found or read. */
  setDay(day: number): void;
  /** The search service answers 503 until it is up again. */
  setSearchDown(isDown: boolean): void;
  close(): Promise<void>;
}

export async function startWorldServer(): Promise<WorldServer> {
  const queries: string[] = [];
  const faults: string[] = [];
  let today = 1;
  let isDown = false;
  let port = 0;

  const search = (query: string, response: ServerResponse): void => {
    queries.push(query);
    if (isDown) return void response.writeHead(503).end('the search service is down');
    const results = NEWS.filter((article) => article.day <= today && isFoundBy(article, query))
      .toSorted((a, b) => b.day - a.day)
      .map((article) => toResult(article, port));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
  };
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (url.pathname === '/robots.txt') return void response.writeHead(404).end();
    if (url.pathname === '/search') return search(url.searchParams.get('q') ?? '', response);
    const article = NEWS.find(
      ({ outlet, path, day }) => OUTLETS[outlet] === url.hostname && path === url.pathname && day <= today,
    );
    if (article === undefined) {
      faults.push(`${request.method} ${url.href}`);
      return void response.writeHead(404).end();
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(toPage(article));
  };

  const servers: Server[] = [];
  for (const host of ['127.0.0.1', ...Object.values(OUTLETS)]) {
    const server = createServer(serve);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
    port = (server.address() as AddressInfo).port;
    servers.push(server);
  }
  return {
    environment: {
      SEARXNG_URL: `http://127.0.0.1:${port}`,
      'web.allowed-hosts': Object.values(OUTLETS).join(','),
    },
    queries,
    faults,
    setDay: (day) => void (today = day),
    setSearchDown: (value) => void (isDown = value),
    async close() {
      await Promise.all(
        servers.map(async (server) => {
          const closed = new Promise((resolve) => server.close(resolve));
          server.closeAllConnections();
          await closed;
        }),
      );
    },
  };
}

function isFoundBy({ terms }: Article, query: string): boolean {
  const words = query.toLowerCase();
  return terms.some((term) => words.includes(term));
}

function toResult(article: Article, port: number): object {
  const { outlet, path, title, text, day, publishedAt } = article;
  return {
    url: `http://${OUTLETS[outlet]}:${port}${path}`,
    title,
    content: text,
    ...(publishedAt === undefined && { publishedDate: `${dateOf(day)}T05:00:00Z` }),
  };
}

function toPage({ title, text, day, publishedAt }: Article): string {
  const time = `${publishedAt ?? dateOf(day)}T05:00:00Z`;
  return `<!doctype html><html lang="en"><head><title>${title}</title>
<meta property="article:published_time" content="${time}"></head>
<body><article><h1>${title}</h1><p>${text}</p></article></body></html>`;
}
