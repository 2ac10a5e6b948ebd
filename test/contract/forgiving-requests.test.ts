import { describe, expect, it } from 'vitest';
import { createApiWorld, jsonRequest } from '../support/builders/api-world.ts';

const MESSAGE = { message: 'How long does the lamp burn?' };

describe('a question over HTTP', () => {
  it('may have null for what it leaves out', async () => {
    const { api, sessions } = createApiWorld();
    const empty = { sessionId: null, mode: null, history: null, messageId: null, include: null, web: null };
    const response = await api.request('/api/query', jsonRequest({ ...MESSAGE, ...empty }));

    expect(response.status).toBe(200);
    expect(sessions.asked).toHaveLength(1);
  });

  it('still needs its message', async () => {
    const response = await createApiWorld().api.request('/api/query', jsonRequest({ message: null }));

    expect(response.status).toBe(400);
    expect(await response.text()).toContain('message');
  });

  it('is refused where its body is in another encoding', async () => {
    const body = Buffer.from('{"message":"Wie lang brennt die Öllampe?"}', 'latin1');
    const response = await createApiWorld().api.request('/api/query', { ...jsonRequest(MESSAGE), body });

    expect(response.status).toBe(400);
    expect(await response.text()).toContain('the body is not in UTF-8');
  });
});
