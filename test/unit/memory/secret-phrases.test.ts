import { memoryAdditionSchema } from '@plumbline/contracts/research/memory';
import { secretIn } from '@plumbline/contracts/research/secret-phrases';
import { describe, expect, it } from 'vitest';

/** A key like one that a service gives, put together here so that nothing takes it for a real one. */
const keyWith = (mark: string) => `${mark}${'aB3'.repeat(12)}`;

describe('a secret', () => {
  it.each([
    ['card', 'My card is 4111 1111 1111 1111'],
    ['card', 'Meine Karte: 4111-1111-1111-1111.'],
    ['password', 'My password is hunter2!'],
    ['password', 'Mein Passwort für das Tor lautet "Moewe77"'],
    ['password', 'PIN: 4711'],
    ['key', `Our key is ${keyWith('sk-')}`],
    ['key', keyWith('ghp_')],
    ['key', `-----BEGIN ${'PRIVATE'} KEY-----`],
    ['key', `token ${keyWith('')}`],
  ])('is a %s: %s', (kind, text) => {
    expect(secretIn(text)).toBe(kind);
    expect(memoryAdditionSchema.safeParse({ userId: 'anna', text, reason: 'asked' }).success).toBe(false);
  });

  it.each([
    'My card is 4111 1111 1111 1112',
    'The order 4111111111111 came on 12.03.2026',
    'My password is written on a note',
    'Mein Passwort ist nicht bekannt.',
    'My phone number is 030 1234567',
    'My budget is 200 euros',
    'I work on undici/docs/docs/api/Client.md and its headersTimeout',
    'The hash of it is 0f343b0931126a20f133d67c2b018a3b',
  ])('is none of these: %s', (text) => {
    expect(secretIn(text)).toBeNull();
    expect(memoryAdditionSchema.safeParse({ userId: 'anna', text, reason: 'asked' }).success).toBe(true);
  });
});
