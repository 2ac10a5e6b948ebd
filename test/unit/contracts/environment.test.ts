import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEnvironment, unknownVariables, unreadAddresses } from '@plumbline/contracts/settings/environment-reader';
import type { EnvironmentVariable } from '@plumbline/contracts/settings/environment-values';
import { ENVIRONMENT_VARIABLES } from '@plumbline/contracts/settings/environment-variables';
import { afterAll, describe, expect, it } from 'vitest';
import { loadClientConfig } from '../../../client/configuration/config.ts';
import { listProviders } from '../../../workers/assembly/tools.ts';
import { loadSupervisorConfig, loadWorkerConfig } from '../../../workers/config/worker-config.ts';
import { createLifecycleTools } from '../../../workers/lifecycle/lifecycle-tools.ts';

const home = mkdtempSync(join(tmpdir(), 'environment-'));
afterAll(() => rmSync(home, { recursive: true }));

const TABLE: Readonly<Record<string, EnvironmentVariable>> = ENVIRONMENT_VARIABLES;

/** Names that a process looks up in its environment, as far as they are in the table. */
function namesReadBy(load: (environment: NodeJS.ProcessEnv) => unknown): string[] {
  const names = new Set<string>();
  const bucket = { 'storage.blobs': 's3://texts', AWS_ACCESS_KEY_ID: 'name', AWS_SECRET_ACCESS_KEY: 'key' };
  const variables: NodeJS.ProcessEnv = { PLUMBLINE_HOME: home, TEMPORAL_ADDRESS: '127.0.0.1:7233', ...bucket };
  load(
    new Proxy(variables, {
      get(target, name) {
        if (typeof name === 'string') names.add(name);
        return Reflect.get(target, name);
      },
    }),
  );
  return [...names].filter((name) => name in TABLE).sort();
}

describe('the table of settings', () => {
  it('names what processes read, and nothing else', () => {
    const terminal = { isTTY: true };
    const streams = { stdin: terminal, stdout: terminal, stderr: terminal };
    const read = namesReadBy((environment) => {
      loadClientConfig(environment, streams);
      listProviders(environment);
      createLifecycleTools(environment);
      loadWorkerConfig(environment);
      loadSupervisorConfig(undefined, environment);
    });

    expect(read).toEqual(Object.keys(TABLE).sort());
  });

  it('has defaults that are valid', () => {
    const withDefault = Object.values(TABLE).filter((variable) => variable.default !== undefined);

    expect(withDefault.length).toBeGreaterThan(5);
    for (const { schema, default: usual } of withDefault) expect(schema.safeParse(usual).success).toBe(true);
  });
});

describe('a variable', () => {
  it('has its default when it is unset, empty or blank', () => {
    for (const written of [undefined, '', '  ']) {
      expect(createEnvironment({ 'web.page-ttl-hours': written }).read('web.page-ttl-hours')).toBe(24);
    }
  });

  it('is a problem by its name and without its value when it is wrong', () => {
    const environment = createEnvironment({ PLUMBLINE_DATABASE_URL: 'mysql://me:secret@host/db' });

    expect(environment.read('PLUMBLINE_DATABASE_URL')).toBeUndefined();
    expect(environment.problems).toEqual([expect.stringContaining('PLUMBLINE_DATABASE_URL: must be a PostgreSQL')]);
    expect(environment.problems.join()).not.toContain('secret');
  });

  it('holds quotas of users and tenants', () => {
    const read = (written: string) => createEnvironment({ 'limits.quotas': written }).read('limits.quotas');

    expect(read(' user=runs:20, tokens:2000000,money:0.5 ; tenant=money:50')).toEqual({
      user: { runs: 20, tokens: 2_000_000, money: 0.5 },
      tenant: { runs: null, tokens: null, money: 50 },
    });
  });

  it.each([
    ['team=runs:1', 'name user or tenant, each once'],
    ['user=runs:1;user=runs:2', 'name user or tenant, each once'],
    ['user=', 'limit runs, tokens or money, each once'],
    ['user=calls:1', 'limit runs, tokens or money, each once'],
    ['user=toString:1', 'limit runs, tokens or money, each once'],
    ['user=runs:1,runs:2', 'limit runs, tokens or money, each once'],
    ['user=runs:-1', 'runs must be a number, 0 or more'],
    ['user=runs:1.5', 'runs must be a number, 0 or more'],
    ['user=money:', 'money must be a number, 0 or more'],
    ['user=money:1:2', 'money must be a number, 0 or more'],
  ])('is a problem where a quota is wrong: %s', (written, problem) => {
    const environment = createEnvironment({ 'limits.quotas': written });

    expect(environment.read('limits.quotas')).toBeUndefined();
    expect(environment.problems).toEqual([expect.stringMatching(`limits.quotas: must be like .*; ${problem}$`)]);
  });

  it('is unknown when it only looks like one of the project', () => {
    expect(unknownVariables({ PLUMBLINE_MODLE: 'x', PLUMBLINE_MODEL: 'x', HOME: '/' })).toEqual(['PLUMBLINE_MODLE']);
    expect(unknownVariables({ PLUMBLINE_LINGER: '0' })).toEqual([
      'PLUMBLINE_LINGER (now temporal.linger in plumbline.yml)',
    ]);
  });

  it('is not read where it is the address of a search provider, but for SearXNG', () => {
    const addresses = {
      TAVILY_URL: 'http://t.example',
      EUROPE_PMC_URL: 'http://e.example',
      SEARXNG_URL: 'http://s.example',
    };

    expect(unreadAddresses(addresses)).toEqual([
      'TAVILY_URL (its place is web.tavily-url in plumbline.yml)',
      'EUROPE_PMC_URL (its place is web.europe-pmc-url in plumbline.yml)',
    ]);
  });
});
