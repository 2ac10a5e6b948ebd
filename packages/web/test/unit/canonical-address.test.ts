import { canonicalAddress, isWithinDomains } from '@plumbline/web/addresses';
import { describe, expect, it } from 'vitest';

describe('canonicalAddress', () => {
  it.each([
    ['https://Example.ORG:443/Lamp', 'https://example.org/Lamp'],
    ['http://example.org:80/lamp', 'http://example.org/lamp'],
    ['https://example.org./lamp', 'https://example.org/lamp'],
    ['https://example.org/lamp#wick', 'https://example.org/lamp'],
    ['https://example.org/lamp#:~:text=oil', 'https://example.org/lamp'],
    ['https://example.org/a/../lamp', 'https://example.org/lamp'],
    ['https://example.org/lamp?b=2&a=1', 'https://example.org/lamp?a=1&b=2'],
    ['https://example.org/lamp?utm_source=x&UTM_Medium=y&a=1', 'https://example.org/lamp?a=1'],
    ['https://example.org/lamp?gclid=1&fbclid=2&msclkid=3', 'https://example.org/lamp'],
    ['https://leuchttürme.example/öl', 'https://xn--leuchttrme-geb.example/%C3%B6l'],
    ['  https://example.org/lamp  ', 'https://example.org/lamp'],
  ])('writes %s as %s', (url, canonical) => {
    expect(canonicalAddress(url)).toBe(canonical);
  });

  it.each([
    'http://example.org/lamp',
    'https://www.example.org/lamp',
    'https://example.org/lamp/',
    'https://example.org/Lamp?id=2&id=1',
    'https://example.org:8443/lamp',
    'https://example.org/lamp?q=a%26b',
    'https://example.org/AC%2FDC',
  ])('keeps what a server may distinguish: %s', (url) => {
    expect(canonicalAddress(url)).toBe(url);
  });

  it('changes nothing the second time', () => {
    const once = canonicalAddress('https://Example.org/a//b/?z=ä&utm_id=1&a=%20x#y') ?? '';

    expect(canonicalAddress(once)).toBe(once);
  });

  it.each([
    'ftp://example.org/lamp',
    'file:///etc/passwd',
    'data:text/html,lamp',
    'javascript:alert(1)',
    'https://keeper:secret@example.org/lamp',
    'example.org/lamp',
    'https://',
    `https://example.org/${'a'.repeat(2_000)}`,
    '',
  ])('has none for %s', (url) => {
    expect(canonicalAddress(url)).toBeNull();
  });
});

describe('isWithinDomains', () => {
  it.each([
    ['https://example.org/lamp', 'example.org'],
    ['https://www.example.org/lamp', 'example.org'],
    ['https://a.b.example.org./', 'example.org'],
    ['https://EXAMPLE.org/', 'Example.Org'],
    ['https://xn--leuchttrme-geb.example/', 'leuchttürme.example'],
    ['https://leuchttürme.example/', 'xn--leuchttrme-geb.example'],
  ])('finds %s within %s', (url, domain) => {
    expect(isWithinDomains(url, ['other.example', domain])).toBe(true);
  });

  it.each([
    ['https://notexample.org/', 'example.org'],
    ['https://example.org.evil.example/', 'example.org'],
    ['https://evil.example/?example.org', 'example.org'],
    ['https://example.org@evil.example/', 'example.org'],
    ['https://org/', 'example.org'],
    ['not an address', 'example.org'],
  ])('does not find %s within %s', (url, domain) => {
    expect(isWithinDomains(url, [domain])).toBe(false);
  });

  it('finds nothing within no domains', () => {
    expect(isWithinDomains('https://example.org/', [])).toBe(false);
  });
});
