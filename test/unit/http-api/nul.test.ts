import { describe, expect, it } from 'vitest';
import { userOfToken } from '../../../client/runs/tenants.ts';
import { createApiWorld, jsonRequest } from '../../support/builders/api-world.ts';
import { fieldsOf, readDocument } from '../../support/builders/documented-requests.ts';

const NUL = 'an\u0000na';

describe('the character NUL, which PostgreSQL takes in no text', () => {
  it('is refused in every field of every request', async () => {
    const world = createApiWorld();
    const fields = fieldsOf(await readDocument(world)).filter(({ path }) => path.startsWith('/api/'));

    for (const { method, path, name, request } of fields) {
      const [address, init] = request(NUL);
      const { status } = await world.api.request(address, init);
      expect(`${method} ${path} ${name} ${status}`).toBe(`${method} ${path} ${name} 400`);
    }
    expect(fields.length).toBeGreaterThan(60);
    expect([world.sessions.asked, world.runs.started, world.reported]).toEqual([[], [], []]);
  });

  it('is in no name of a user that a token has', () => {
    expect([userOfToken(NUL, null), userOfToken('anna', NUL), userOfToken('anna', 'acme')]).toEqual([
      null,
      null,
      'acme::anna',
    ]);
  });

  it('may be written of: an escape that is escaped itself is text', async () => {
    const { api } = createApiWorld();

    const written = await api.request('/api/query', jsonRequest({ message: String.raw`What is \u0000 in JSON?` }));

    expect(written.status).toBe(200);
  });
});

describe('half a character, which Temporal takes in no id', () => {
  it.each(['sessionId', 'about'])('is refused in %s', async (name) => {
    const world = createApiWorld();

    const { status } = await world.api.request('/api/query', jsonRequest({ message: 'And then?', [name]: '\udc00a' }));

    expect(status).toBe(400);
    expect(world.sessions.asked).toEqual([]);
  });
});
