import type { BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import type { Theme } from '@plumbline/contracts/briefings/briefing-state';
import { describe, expect, it } from 'vitest';
import {
  parseMethodology,
  parseSources,
  parseTaxonomy,
  selectRules,
} from '../../../activities/briefings/folder/canon-reading.ts';
import { BriefingFileError } from '../../../activities/briefings/folder/text-reading.ts';

function faultsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof BriefingFileError) return error.faults;
    throw error;
  }
  throw new Error('No fault was found.');
}

const theme = (change: Partial<Theme> = {}): Theme => ({
  id: 'grid-queues',
  title: 'Queues for grid connections',
  status: 'ongoing',
  conviction: 7,
  firstSeen: '2026-02-01',
  tags: [],
  actors: [],
  mechanism: [],
  tomorrowsFocus: [],
  watchpoints: [],
  ...change,
});

describe('parseMethodology', () => {
  it('takes the entries of lists word for word, numbered or not', () => {
    const text = [
      '# Methodology',
      '',
      'No rule.',
      '',
      '1. Report *changes*,',
      '   not background.',
      '   - A part of the rule.',
      '2. Give figures.',
      '',
      '## More',
      '',
      '- Name `sources`.',
      '<!-- - No rule. -->',
    ].join('\n');

    expect(parseMethodology('METHODOLOGY.md', text)).toEqual([
      { ruleId: 'M1', text: 'Report *changes*,\nnot background.\n- A part of the rule.' },
      { ruleId: 'M2', text: 'Give figures.' },
      { ruleId: 'M3', text: 'Name `sources`.' },
    ]);
  });

  it.each([
    ['', 'METHODOLOGY.md:1: is empty'],
    ['<!-- Later. -->\n\n', 'METHODOLOGY.md:1: is empty'],
    ['# Methodology\n\nBe careful.\n', 'METHODOLOGY.md:1: has no rule; write each as an entry of a list'],
  ])('refuses %j', (text, fault) => {
    expect(faultsOf(() => parseMethodology('METHODOLOGY.md', text))).toEqual([fault]);
  });
});

describe('selectRules', () => {
  const select = (lines: readonly string[], kind: BriefingKind = 'daily', themes = [theme()]) =>
    selectRules(parseMethodology('METHODOLOGY.md', lines.map((line) => `- ${line}`).join('\n')), { kind, themes }).map(
      ({ ruleId }) => ruleId,
    );
  const plain = ['one', 'two', 'three', 'four', 'five'];

  it('takes the first five if none is named', () => {
    expect(select([...plain, 'six'])).toEqual(['M1', 'M2', 'M3', 'M4', 'M5']);
  });

  it.each([
    ['the kind', 'In a Daily, be short.', 'daily'],
    ['a kind of two words', 'In a deep daily, be thorough.', 'deep-daily'],
    ['a kind with its hyphen', 'In a deep-daily: be thorough.', 'deep-daily'],
    ['the id of a theme', 'For grid-queues, count megawatts.', 'weekly'],
    ['the title of a theme', 'For "queues for grid connections", count megawatts.', 'weekly'],
    ['a diagnostic', 'After THIN_COVERAGE, say so.', 'weekly'],
  ] as const)('puts a rule first that names %s', (_, rule, kind) => {
    expect(select([...plain, rule], kind)).toEqual(['M6', 'M1', 'M2', 'M3', 'M4']);
  });

  it.each([
    ['another kind', 'In a weekly, look back.', 'daily'],
    ['the deep daily in a daily', 'In a deep daily, be thorough.', 'daily'],
    ['a part of a word', 'grid-queues-old is closed.', 'weekly'],
    ['a part of a diagnostic', 'STALENESS_LIMIT is 48.', 'weekly'],
    ['the words of a title in another order', 'Grid connections have queues.', 'weekly'],
  ] as const)('does not put a rule first that names %s', (_, rule, kind) => {
    expect(select([...plain, rule], kind)).toEqual(['M1', 'M2', 'M3', 'M4', 'M5']);
  });

  it('ranks rules by how much they name, and a name that few rules have above one that many have', () => {
    const rules = [
      'A daily is short.',
      'A daily has figures.',
      'For grid-queues, count megawatts.',
      'A daily asks ACER.',
    ];
    const themes = [theme({ id: 'grid-queues', actors: ['ACER'] })];

    expect(select([...plain, ...rules], 'daily', themes)).toEqual(['M9', 'M8', 'M6', 'M7', 'M1']);
  });

  it('does not put a rule first that names a theme that is not active', () => {
    const rules = [...plain, 'For grid-queues, count megawatts.'];

    expect(select(rules, 'weekly', [theme({ status: 'closed' })])).not.toContain('M6');
  });
});

describe('parseTaxonomy', () => {
  it('reads ids, titles, tags and actors', () => {
    const text = [
      '# Taxonomy',
      'Prose.',
      '## grid-queues: Queues: all of them',
      '- Tags: grid, connection',
      '- **Actors:** ENTSO-E, European Commission',
      '- Some words.',
      '## Größe der Netze',
      '```',
      '## no theme',
      '```',
      '## Europe: storage',
      '* tag: storage',
      '* actor: Terna',
    ].join('\r\n');

    expect(parseTaxonomy('TAXONOMY.md', text)).toEqual([
      {
        id: 'grid-queues',
        title: 'Queues: all of them',
        tags: ['grid', 'connection'],
        actors: ['ENTSO-E', 'European Commission'],
      },
      { id: 'grosse-der-netze', title: 'Größe der Netze', tags: [], actors: [] },
      { id: 'europe-storage', title: 'Europe: storage', tags: ['storage'], actors: ['Terna'] },
    ]);
  });

  it('lists all faults with their lines', () => {
    const text = '# T\n- Tags: a\n## a: One\n- Tags: Big Tag, ok\n<!--\n-->\n## a: Two\n## 电网\n';

    expect(faultsOf(() => parseTaxonomy('TAXONOMY.md', text))).toEqual([
      'TAXONOMY.md:2: Tags is above the first heading of a theme',
      'TAXONOMY.md:4: tag "Big Tag": use small letters, digits and hyphens, like grid-storage',
      'TAXONOMY.md:7: a is the id of the theme in line 3, too',
      'TAXONOMY.md:8: no id can be made of "电网"; write one before it, like ## grid-storage: 电网',
    ]);
  });

  it('refuses a document without themes', () => {
    expect(faultsOf(() => parseTaxonomy('TAXONOMY.md', '# Taxonomy\n'))).toEqual([
      'TAXONOMY.md:1: has no theme; write each under a heading like ## grid-storage: Storage in grids',
    ]);
  });
});

describe('parseSources', () => {
  it('reads domains and IP addresses by their tiers', () => {
    const text = [
      '# Sources',
      '- Words about sources.',
      '## Tier 1 — primary',
      '- europa.eu — institutions',
      '- `www.Ofgem.gov.uk`',
      '### Loopback',
      '1. 127.0.0.1 — a test',
      '## Tier 2',
      '## tier 3',
      '* müller.example: a page',
      '* müller.example',
    ].join('\n');

    expect(parseSources('SOURCES.md', text)).toEqual([
      { domain: 'europa.eu', tier: 1 },
      { domain: 'ofgem.gov.uk', tier: 1 },
      { domain: '127.0.0.1', tier: 1 },
      { domain: 'xn--mller-kva.example', tier: 3 },
    ]);
  });

  it('lists all faults with their lines', () => {
    const text = [
      '- early.example',
      '## Tier 1',
      '- acer.europa.eu',
      '- agencies of the EU',
      '- https://terna.it',
      '## Tier 4',
      '- ignored.example',
      '## Blogs',
      '## Tier 2',
      '- acer.europa.eu — again',
    ].join('\n');

    expect(faultsOf(() => parseSources('SOURCES.md', text))).toEqual([
      'SOURCES.md:1: early.example is above the first tier',
      'SOURCES.md:4: "agencies" is no domain; write entries like - example.org — its name',
      'SOURCES.md:5: "https://terna.it" is no domain; write entries like - example.org — its name',
      'SOURCES.md:6: "Tier 4" is no tier; use Tier 1, Tier 2 or Tier 3',
      'SOURCES.md:8: "Blogs" is no tier; use Tier 1, Tier 2 or Tier 3',
      'SOURCES.md:10: acer.europa.eu is in tier 1, too (line 3)',
    ]);
  });

  it.each([
    ['', 'SOURCES.md:1: is empty'],
    ['# Sources\n', 'SOURCES.md:1: has no tier; list sources under ## Tier 1, ## Tier 2 and ## Tier 3'],
  ])('refuses %j', (text, fault) => {
    expect(faultsOf(() => parseSources('SOURCES.md', text))).toEqual([fault]);
  });

  it('takes headings without entries', () => {
    expect(parseSources('SOURCES.md', '## Tier 1\n## Tier 2\n## Tier 3\n')).toEqual([]);
  });
});
