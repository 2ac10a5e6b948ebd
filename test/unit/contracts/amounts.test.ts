import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { counted } from '@plumbline/contracts/common/counted';
import { describe, expect, it } from 'vitest';

describe('counted', () => {
  it.each([
    [0, '0 queries'],
    [1, '1 query'],
    [2, '2 queries'],
  ])('says %i as "%s"', (count, words) => {
    expect(counted(count, 'query', 'queries')).toBe(words);
  });

  it('puts an s behind most words', () => {
    expect([counted(1, 'file'), counted(3, 'file')]).toEqual(['1 file', '3 files']);
  });
});

describe('formatBytes', () => {
  it.each([
    [0, '0 bytes'],
    [1_023, '1023 bytes'],
    [1_024, '1 KB'],
    [4_200, '4.1 KB'],
    [52_428_800, '50 MB'],
    [3 * 1_024 ** 3, '3 GB'],
  ])('says %i as "%s"', (bytes, words) => {
    expect(formatBytes(bytes)).toBe(words);
  });
});
