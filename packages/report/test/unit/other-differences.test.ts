import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { compareSettings } from '@plumbline/contracts/research/setting-comparison';
import { compareSources } from '@plumbline/report/comparison';
import { describe, expect, it } from 'vitest';
import { sourceOf } from '../../../../test/support/builders/research-fixtures.ts';

const TEXT = { byteLength: 60, mediaType: 'text/plain' };
const source = (locator: string, hash: string) =>
  sourceOf({ locator, title: locator, text: { ...TEXT, sha256: hash.repeat(64) } });

describe('the sources of two reports', () => {
  it('are the same at one place, whatever text was read there, and with one text at two places', () => {
    const a = [source('kept.md', 'a'), source('edited.md', 'b'), source('moved.md', 'c'), source('gone.md', 'd')];
    const b = [source('new.md', 'f'), source('elsewhere.md', 'c'), source('edited.md', 'e'), source('kept.md', 'a')];

    const { both, onlyA, onlyB } = compareSources(a, b);

    expect(both.map(({ a: own, b: other, isSameText }) => [own.locator, other.locator, isSameText])).toEqual([
      ['edited.md', 'edited.md', false],
      ['kept.md', 'kept.md', true],
      ['moved.md', 'elsewhere.md', true],
    ]);
    expect([onlyA, onlyB].map((sources) => sources.map(({ locator }) => locator))).toEqual([['gone.md'], ['new.md']]);
  });
});

describe('the settings of two runs', () => {
  const requestOf = (changes: object) =>
    researchRequestSchema.parse({ question: 'How long?', corpusDirectories: ['/home/anna/lamp'], ...changes });

  it('are listed where they differ, with both values', () => {
    const differences = compareSettings(
      requestOf({}),
      requestOf({ settings: { maxQuotes: 4, tierCaps: { tier1: 3 } } }),
    );

    expect(differences).toEqual([
      { name: 'settings.maxQuotes', a: 10, b: 4 },
      { name: 'settings.tierCaps.tier1', a: 15, b: 3 },
    ]);
  });

  it('tell other folders by their names alone, and never whose memory was read', () => {
    const own = requestOf({});
    const other = requestOf({ corpusDirectories: ['/srv/secret/lamp', '/srv/secret/tide'], userId: 'bernd' });

    const differences = compareSettings(own, other);

    expect(differences).toEqual([
      { name: 'corpusDirectories', a: ['lamp'], b: ['lamp', 'tide'] },
      { name: 'readsMemory', a: false, b: true },
    ]);
  });

  it('differ where a folder of the same name lies elsewhere', () => {
    const elsewhere = requestOf({ corpusDirectories: ['/srv/lamp'] });

    expect(compareSettings(requestOf({}), elsewhere).map(({ name }) => name)).toEqual(['corpusDirectories']);
  });
});
