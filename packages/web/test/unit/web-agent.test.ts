import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { publicLookup } from '../../pages/web-agent.ts';

/** Answers one list of addresses after the other. */
function resolver(...answers: readonly string[][]): LookupFunction {
  const left = [...answers];
  return (_host, _options, callback) => {
    const addresses = left.shift()?.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (addresses === undefined) throw new Error('The resolver was asked once more than expected.');
    callback(null, addresses);
  };
}

function lookUp(lookup: LookupFunction, all = true): Promise<string | LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup('lamp.example', { all }, (error, found) => (error === null ? resolve(found) : reject(error)));
  });
}

describe('publicLookup', () => {
  it('passes public addresses on', async () => {
    const lookup = publicLookup(resolver(['1.1.1.1', '2606:4700:4700::1111']));

    await expect(lookUp(lookup)).resolves.toEqual([
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ]);
  });

  it('passes on one address when one is requested', async () => {
    await expect(lookUp(publicLookup(resolver(['1.1.1.1', '9.9.9.9'])), false)).resolves.toBe('1.1.1.1');
  });

  it.each([
    [['127.0.0.1']],
    [['1.1.1.1', '10.0.0.1']],
    [['10.0.0.1', '1.1.1.1']],
    [['1.1.1.1', '::1']],
    [['::ffff:192.168.0.1']],
  ])('refuses a name that resolves to %j', async (addresses) => {
    await expect(lookUp(publicLookup(resolver(addresses)))).rejects.toMatchObject({ name: 'BlockedAddressError' });
  });

  it('refuses a name that was public for an earlier connection and private for the next', async () => {
    const lookup = publicLookup(resolver(['1.1.1.1'], ['127.0.0.1']));

    await expect(lookUp(lookup)).resolves.toEqual([{ address: '1.1.1.1', family: 4 }]);
    await expect(lookUp(lookup)).rejects.toThrow('leads to lamp.example at 127.0.0.1');
  });

  it('fails for a host without addresses', async () => {
    await expect(lookUp(publicLookup(resolver([])))).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('passes on the failure of the resolver', async () => {
    const failing: LookupFunction = (_host, _options, callback) =>
      callback(Object.assign(new Error('busy'), { code: 'EAI_AGAIN' }), '');

    await expect(lookUp(publicLookup(failing))).rejects.toMatchObject({ code: 'EAI_AGAIN' });
  });
});
