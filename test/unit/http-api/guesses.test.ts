import { describe, expect, it } from 'vitest';
import { networkOf } from '../../../client/service/limits.ts';
import { createApiWorld } from '../../support/builders/api-world.ts';

const ANNA = 'token-of-anna-0123456789';
const BERT = 'token-of-bert-0123456789';
const token = [
  { user: 'anna', token: ANNA },
  { user: 'bert', token: BERT },
];

describe('wrong tokens', () => {
  it('do not let one who guesses lock out any other, however many addresses there are', async () => {
    const { api } = createApiWorld({ settings: { token, limits: { requestsPerMinute: 2 } } });
    const statusOf = async (given: string, remoteAddress: string) => {
      const headers = { authorization: `Bearer ${given}` };
      return (await api.request('/api/user', { headers }, { incoming: { socket: { remoteAddress } } })).status;
    };
    for (let address = 0; address < 3_000; address += 1) await statusOf('wrong', `2001:db8:${address.toString(16)}::1`);
    const ofOneNetwork = [];
    for (const host of ['a', 'b', 'c', 'd']) ofOneNetwork.push(await statusOf('wrong', `2001:db9::${host}`));

    expect(await statusOf(BERT, '203.0.113.7')).toBe(200);
    expect(await statusOf('share.x.00000000.wrong', '203.0.113.7')).toBe(401);
    // Who has an address of IPv6 has billions.
    expect(ofOneNetwork).toEqual([401, 401, 429, 429]);
  });

  it.each([
    { trusted: [], told: [expect.stringContaining('--trust-proxy 10.0.0.1')] },
    { trusted: ['10.0.0.0/8'], told: [] },
  ])('say once that a proxy is not trusted: $trusted', async ({ trusted, told }) => {
    const trustedProxies = trusted.map((network) => networkOf(network));
    const { api, reported } = createApiWorld({ settings: { token, limits: { trustedProxies } } });
    const headers = { authorization: `Bearer ${ANNA}`, 'x-forwarded-for': '203.0.113.5' };
    const bindings = { incoming: { socket: { remoteAddress: '10.0.0.1' } } };
    await api.request('/api/user', { headers }, bindings);
    await api.request('/api/user', { headers }, bindings);

    expect(reported).toEqual(told);
  });
});
