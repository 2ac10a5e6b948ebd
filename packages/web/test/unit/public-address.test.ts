import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../pages/web-agent.ts';

const PUBLIC = [
  '1.1.1.1',
  '9.9.9.9',
  '151.101.1.6',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '2a00:1450:4001:80b::200e',
  '2606:4700:4700::1111',
  '::ffff:1.1.1.1',
  '64:ff9b::1.1.1.1',
];

const INSIDE = [
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['loopback', '::1'],
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['unspecified', '::'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['shared by supportingQuotes', '100.64.0.1'],
  ['cloud metadata', '100.100.100.200'],
  ['link-local, cloud metadata', '169.254.169.254'],
  ['cloud services', '168.63.129.16'],
  ['protocol assignments', '192.0.0.170'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.7'],
  ['documentation', '203.0.113.9'],
  ['old 6to4 relays', '192.88.99.1'],
  ['benchmarks', '198.18.0.1'],
  ['multicast', '224.0.0.251'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unique local', 'fc00::1'],
  ['cloud metadata', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['a zone on a public address', '2606:4700:4700::1111%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['documentation', '2001:db8::1'],
  ['discarded', '100::1'],
  ['not handed out', '4000::1'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped private', '::ffff:a00:1'],
  ['IPv4-compatible loopback', '::127.0.0.1'],
  ['translated loopback', '64:ff9b::7f00:1'],
  ['translated metadata', '64:ff9b::a9fe:a9fe'],
  ['locally translated', '64:ff9b:1::7f00:1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4 of anything', '2002:101:101::1'],
  ['Teredo', '2001:0:7f00:1::1'],
  ['ISATAP of a private address', '2a00:1450::5efe:10.0.0.1'],
  ['a name', 'localhost'],
  ['a short spelling', '127.1'],
  ['a number', '2130706433'],
  ['hexadecimal', '0x7f.0.0.1'],
  ['nothing', ''],
] as const;

describe('isPublicAddress', () => {
  it.each(PUBLIC)('accepts %s as public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(INSIDE)('does not accept %s as public: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
