import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadClientConfig, loadTaskQueue } from '../../../client/configuration/config.ts';
import { UsageError } from '../../../client/errors/failures.ts';

const terminal = { stdin: { isTTY: true }, stdout: { isTTY: true }, stderr: { isTTY: true } };
const pipes = { stdin: {}, stdout: {}, stderr: {} };

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'home-'));
});
afterEach(() => rmSync(home, { recursive: true }));

describe('loadClientConfig', () => {
  it('reports every problem at once', () => {
    const load = () => loadClientConfig({ TEMPORAL_ADDRESS: 'nowhere', PLUMBLINE_TASK_QUEUE: 'a b' }, pipes);

    expect(load).toThrow(UsageError);
    expect(load).toThrow(/PLUMBLINE_TASK_QUEUE[^]*TEMPORAL_ADDRESS/);
  });

  it('treats empty variables as unset', () => {
    const config = loadClientConfig({ TEMPORAL_ADDRESS: '', PLUMBLINE_HOME: '', COLUMNS: '0' }, pipes);

    expect(config).toMatchObject({ usesExternalTemporal: false, terminal: { columns: null } });
  });

  it.each(['TEMPORAL_ADDRESS', 'TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE'])('uses another Temporal with %s', (name) => {
    expect(loadClientConfig({ [name]: 'host:7233' }, pipes).usesExternalTemporal).toBe(true);
  });

  it('asks, redraws and colours on a terminal', () => {
    const { terminal: settings } = loadClientConfig({ TERM: 'xterm', COLUMNS: '120' }, terminal);

    expect(settings).toEqual({
      canAsk: true,
      canRedraw: true,
      showsResults: true,
      isAttended: true,
      progressColour: true,
      resultColour: true,
      columns: 120,
    });
  });

  it.each([
    [{}, pipes, { isAttended: false, canAsk: false, canRedraw: false, resultColour: false }],
    [{ CI: 'true' }, terminal, { canAsk: false, isAttended: false }],
    [{}, { ...terminal, stdout: {} }, { isAttended: false }],
    [{}, { ...terminal, stderr: {} }, { isAttended: false }],
    [{ TERM: 'dumb' }, terminal, { canAsk: false, canRedraw: false, progressColour: false }],
    [{ NO_COLOR: '1' }, terminal, { canRedraw: true, progressColour: false, resultColour: false }],
  ])('with %o adapts its output', (environment, streams, expected) => {
    expect(loadClientConfig(environment, streams).terminal).toMatchObject(expected);
  });

  it('signs people in by a client of the issuer, whose tokens are for that client unless it is told', () => {
    const client = { 'oidc.issuer': 'https://login.example', 'oidc.client-id': 'plumbline' };
    const load = (more: NodeJS.ProcessEnv = {}) => loadClientConfig({ ...client, ...more }, pipes);

    expect(load()).toMatchObject({
      issuer: { audience: 'plumbline' },
      login: { clientId: 'plumbline', clientSecret: null, scope: 'openid profile', pageUrl: null },
    });
    expect(load({ 'oidc.audience': 'api' }).issuer?.audience).toBe('api');
    expect(load({ 'oidc.client-id': '', 'oidc.audience': 'api' }).login).toBeNull();
    expect(() => load({ 'oidc.issuer': '' })).toThrow('oidc.issuer: set it as well');
    expect(() => load({ 'oidc.client-id': '' })).toThrow('oidc.client-id: set it, or');
    expect(() => load({ 'oidc.scope': 'email' })).toThrow('openid is missing');
  });
});

describe('loadTaskQueue', () => {
  it('names the queue after the id that it gives the store', async () => {
    const config = loadClientConfig({ PLUMBLINE_HOME: home }, pipes);

    const queue = await loadTaskQueue(config);

    expect(queue).toMatch(/^plumbline-[0-9a-f]{8}$/);
    expect(queue).toBe(`plumbline-${readFileSync(join(home, 'store-id'), 'utf8').trim()}`);
    expect(await loadTaskQueue(config)).toBe(queue);
  });

  it('uses the requested queue', async () => {
    const config = loadClientConfig({ PLUMBLINE_HOME: home, PLUMBLINE_TASK_QUEUE: 'research' }, pipes);

    expect(await loadTaskQueue(config)).toBe('research');
  });

  it('accepts a tenant, and refuses one that no server accepts', () => {
    const load = (tenant: string) =>
      loadClientConfig({ PLUMBLINE_HOME: home, 'temporal.tenant': tenant }, pipes).tenant;

    expect([load('harbour-office'), load(' ')]).toEqual(['harbour-office', null]);
    expect(() => load('x'.repeat(65))).toThrow('temporal.tenant: use 1 to 64');
  });

  it.each(['99999', '-1', 'abc'])('refuses the port %s of the embedded server before anything starts', (port) => {
    const load = () => loadClientConfig({ PLUMBLINE_HOME: home, PLUMBLINE_TEMPORAL_PORT: port }, pipes);

    expect(load).toThrow(UsageError);
    expect(load).toThrow('PLUMBLINE_TEMPORAL_PORT: use a port from 1 to 64535, or 0 for any free one');
  });

  it('refuses a damaged store id', async () => {
    writeFileSync(join(home, 'store-id'), 'what?');

    const load = () => loadTaskQueue(loadClientConfig({ PLUMBLINE_HOME: home }, pipes));

    await expect(load()).rejects.toThrow(/does not hold a store id/);
    await expect(load()).rejects.toThrow(UsageError);
  });
});
