import { once } from 'node:events';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findServedAddress, pageOf, recordAddress } from '../../../client/http/server/served-address.ts';
import { holdLimits } from '../../support/held-limits.ts';

/** No process has such a number. */
const NO_PROCESS = 2 ** 30;

let server: Server | undefined;
// Who answers is found, however late a busy machine lets it answer.
beforeEach(() => void holdLimits(1_000));
afterEach(() => void server?.close());

const homeOf = () => mkdtemp(join(tmpdir(), 'served-address-'));

async function listen(): Promise<number> {
  server = createServer((_, response) => void response.end('page'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

describe('the address of a served store', () => {
  it('is found while it is recorded and answers, and leaves nothing behind', async () => {
    const home = await homeOf();
    const address = `http://127.0.0.1:${await listen()}`;

    const before = await findServedAddress(home);
    const forget = await recordAddress(home, address);
    const during = await findServedAddress(home);
    await forget();

    expect([before, during, await findServedAddress(home)]).toEqual([null, address, null]);
    expect(await readdir(home)).toEqual([]);
  });

  it('is that of this machine where all addresses are listened on', async () => {
    const home = await homeOf();
    const port = await listen();

    await recordAddress(home, `http://0.0.0.0:${port}`);

    expect(await findServedAddress(home)).toBe(`http://127.0.0.1:${port}`);
  });

  it('is not named when nothing answers there', async () => {
    const home = await homeOf();
    const port = await listen();
    server?.close();
    await recordAddress(home, `http://127.0.0.1:${port}`);

    expect(await findServedAddress(home)).toBeNull();
  });

  it('is not named when whoever recorded it was killed and another program listens there', async () => {
    const home = await homeOf();
    const address = `http://127.0.0.1:${await listen()}`;
    await writeFile(join(home, 'serve.json'), JSON.stringify({ address, pid: NO_PROCESS }));

    expect(await findServedAddress(home)).toBeNull();
  });

  it.each(['', '{', '{"address": "javascript:alert(1)", "pid": 1}'])(
    'is not named when the file holds %j',
    async (text) => {
      const home = await homeOf();
      await writeFile(join(home, 'serve.json'), text);

      expect(await findServedAddress(home)).toBeNull();
    },
  );

  it('keeps what another process has recorded since', async () => {
    const home = await homeOf();
    const forget = await recordAddress(home, 'http://127.0.0.1:8787');
    const other = JSON.stringify({ address: 'http://127.0.0.1:8788', pid: process.ppid });
    await writeFile(join(home, 'serve.json'), other);

    await forget();

    expect(await readdir(home)).toEqual(['serve.json']);
  });

  it('leads to the page of a run, whatever its id', () => {
    expect(pageOf('http://127.0.0.1:8787', 'a/b c')).toBe('http://127.0.0.1:8787/runs/a%2Fb%20c');
  });
});
