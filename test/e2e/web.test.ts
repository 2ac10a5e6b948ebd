import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAMP_DOCUMENTS } from '../support/processes/cli.ts';
import { type CommandWorld, createServedWorld, EMBEDDED } from '../support/worlds/command-world.ts';

const QUESTION = 'How long does the harbour lamp burn on one filling?';
const LAMP_PAGE = `<html><head><title>Harbour lamp manual</title></head><body><nav>Home</nav><article><h1>Harbour lamp manual</h1>
<h2>Burning time</h2><p>The harbour lamp burns for nine hours on one filling of rapeseed oil. The keeper trims the wick at midnight.</p>
</article></body></html>`;

/** A search service and the site that it leads to, in one server. */
interface Web {
  readonly environment: NodeJS.ProcessEnv;
  readonly requests: string[];
  close(): Promise<void>;
}

async function startWeb(): Promise<Web> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/, '');
    requests.push(path);
    answer(path, response, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    environment: { SEARXNG_URL: `http://${host}`, 'web.allowed-hosts': host },
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(path: string, response: ServerResponse, origin: string): void {
  const results = [
    { url: `${origin}/lamp`, title: 'Harbour lamp manual', content: 'How long the harbour lamp burns on one filling.' },
    { url: `${origin}/closed`, title: 'Keeper', content: 'Secret log: the harbour lamp burns, one filling a night.' },
    { url: 'http://169.254.169.254/latest/meta-data', title: 'Lamp', content: 'A lamp in the harbour may burn long.' },
  ];
  if (path === '/search') response.end(JSON.stringify({ results }));
  else if (path === '/robots.txt') response.end('User-agent: *\nDisallow: /closed\n');
  else if (path === '/lamp') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(LAMP_PAGE);
  else response.writeHead(418).end();
}

let world: CommandWorld;
let web: Web;
beforeAll(async () => {
  web = await startWeb();
  world = await createServedWorld(LAMP_DOCUMENTS, web.environment);
});
afterAll(async () => {
  await world.close();
  await web.close();
});

describe('research on the web', () => {
  it('reads what it may, refuses the rest by name, and its report verifies', async () => {
    const research = await world.run(
      'research',
      QUESTION,
      '--web',
      '--relevance-threshold',
      '0.1',
      '--id',
      'web',
      '--json',
    );
    const { sources, gaps, report } = await world.record('web');
    const verified = await world.run('verify', JSON.parse(research.stdout).recordPath);

    expect([research.code, verified.code]).toEqual([0, 0]);
    expect(report.summary[0]?.text).toContain('nine hours');
    expect(sources.map(({ locator }) => locator)).toEqual([expect.stringMatching(/^http:.*\/lamp$/)]);
    const refused = gaps.filter(({ kind }) => kind === 'page-unread').map(({ subject }) => new URL(subject).pathname);
    expect(new Set(refused)).toEqual(new Set(['/closed', '/latest/meta-data']));
    expect(web.requests).not.toContain('/closed');
    expect(web.requests.filter((path) => path === '/lamp')).toHaveLength(1);
  });

  it('mixes the web with several folders of the same name', async () => {
    const folders = ['--corpus', world.documents, '--corpus', `${world.home}-more/documents`];
    const missing = await world.with(EMBEDDED).run('research', QUESTION, ...folders, '--web');
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('does not exist')]);

    const research = await world.run(
      'research',
      QUESTION,
      '--corpus',
      world.documents,
      '--web',
      '--id',
      'mixed',
      '--json',
    );

    expect(research.code).toBe(0);
    expect((await world.record('mixed')).report.summary[0]?.text).toContain('nine hours');
  });

  it('says which variable is missing before anything starts', async () => {
    const refused = await world.with(EMBEDDED).run('research', QUESTION, '--provider', 'brave');

    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('BRAVE_API_KEY')]);
  });
});
