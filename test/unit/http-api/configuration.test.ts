import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AccessToken } from '../../../client/service/authentication.ts';
import { createConfigurationTools } from '../../../workers/lifecycle/lifecycle-tools.ts';
import { createApiWorld } from '../../support/builders/api-world.ts';
import { temporaryFolder } from '../../support/builders/corpus-fixtures.ts';

const PATH = '/api/configuration';
const TOKEN = '0123456789abcdef';
const USERS = [{ user: 'anna', token: TOKEN }];
const MODEL = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', PLUMBLINE_MODEL: 'm' };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.dispose());

/** A server over a real file; the worker is told how often it was renewed. */
function serverWith({ token, environment = {}, renews = true }: Partial<Server> = {}) {
  const renewed: number[] = [];
  const { api } = createApiWorld({
    tools: {
      configuration: {
        ...createConfigurationTools({ PLUMBLINE_HOME: folder.path, ...environment }),
        examine: async (name) => ({
          name,
          ok: false,
          detail: 'refused',
          repair: 'start it',
          commands: [],
          outcome: 'failed',
        }),
      },
    },
    renewWorker: async () => renewed.push(1) > 0 && renews,
    settings: token === undefined ? {} : { token },
  });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
  const send = async (method: string, path = '', body?: object) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await api.request(`${PATH}${path}`, { method, headers, ...sent });
    return { status: response.status, body: z.looseObject({}).parse(await response.json()) };
  };
  return { send, renewed };
}

interface Server {
  readonly token: AccessToken;
  readonly environment: NodeJS.ProcessEnv;
  /** The workers are of this machine. */
  readonly renews: boolean;
}

describe('/api/engine', () => {
  it.each([
    ['nothing listens', MODEL.OPENAI_BASE_URL, false],
    ['none is named, as for a service', null, true],
  ])('tells whether the server of the model is there: %s', async (_, address, isThere) => {
    const tools = createConfigurationTools({
      PLUMBLINE_HOME: folder.path,
      ...(address !== null && { OPENAI_BASE_URL: address }),
    });
    const { api } = createApiWorld({ tools: { configuration: tools }, settings: { model: 'm' } });

    expect(await (await api.request('/api/engine')).json()).toEqual({ model: 'm', isThere });
  });
});

describe('/api/configuration', () => {
  it('saves what changed, once, for another worker', async () => {
    const { send, renewed } = serverWith();

    const first = await send('PUT', '', { values: MODEL });
    const again = await send('PUT', '', { values: { ...MODEL, PLUMBLINE_OCR: null } });

    expect([first.body['worker'], again.body['worker'], renewed.length]).toEqual(['renewed', 'same', 1]);
    expect((await send('GET')).body['variables']).toContainEqual(
      expect.objectContaining({ name: 'PLUMBLINE_MODEL', value: 'm', source: 'file' }),
    );
  });

  it('says where the workers are not its own to start', async () => {
    const { send } = serverWith({ renews: false });

    expect((await send('PUT', '', { values: MODEL })).body['worker']).toBe('yours');
  });

  it('refuses what does not fit, and saves nothing of it', async () => {
    const { send, renewed } = serverWith();

    const refused = [
      await send('PUT', '', { values: { PLUMBLINE_MODEL: 'm' } }),
      await send('PUT', '', { values: { ...MODEL, OPENAI_API_KEY: 'sk-1' } }),
      await send('POST', '/try', { part: 'disk', values: {} }),
    ];

    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(refused[1]?.body['detail']).toContain('OPENAI_API_KEY cannot be set here');
    expect(renewed).toEqual([]);
    expect(JSON.stringify((await send('GET')).body)).not.toContain('"file"');
  });

  it('tries a part, and says why it does not work and what to do', async () => {
    const { send } = serverWith();

    const { body } = await send('POST', '/try', { part: 'model', values: MODEL });

    expect(body).toEqual({ ok: false, outcome: 'failed', detail: 'refused', remedy: 'start it' });
  });

  it('is for nobody whose token names a user', async () => {
    const { send } = serverWith({ token: USERS });

    const answers = [
      await send('GET'),
      await send('PUT', '', { values: MODEL }),
      await send('POST', '/try', { part: 'model', values: MODEL }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(JSON.stringify((await serverWith().send('GET')).body)).not.toContain('"file"');
  });

  it('sends a key of the environment to no address that the holder of a token chose', async () => {
    const open = serverWith({ token: TOKEN });
    const withKey = serverWith({ token: TOKEN, environment: { OPENAI_API_KEY: 'sk-1' } });
    const sent = { values: MODEL };

    const answers = [
      await withKey.send('PUT', '', sent),
      await withKey.send('POST', '/try', { part: 'model', ...sent }),
      await withKey.send('PUT', '', { values: { PLUMBLINE_MODEL: 'm' } }),
      await open.send('PUT', '', sent),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 200, 200]);
    expect(answers[0]?.body['detail']).toContain('OPENAI_API_KEY is set');
  });
});
