import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import type { ReferredHit } from '@plumbline/contracts/evidence/search-hit';
import type { Passage } from '@plumbline/contracts/evidence/source';
import type { FollowedReferences, Lead } from '@plumbline/contracts/research/retrieval-activities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anchorOf, findingOf, quoteOf } from '../support/builders/research-fixtures.ts';
import { BY_RULE, createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';

const FILLER = 'Der Wärter achtet auf die Flut, den Wind und die Boote im Hafen, und er schreibt alles in das Buch. ';

const FILES = {
  'hlo.md': `# Hafenlampenordnung (HLO)

## Erster Abschnitt - Brennen

### § 1 Öl

Die Lampe brennt nach Maßgabe des § 2 mit Rapsöl. Den Preis von Rapsöl regelt § 4 des Hafenpreisgesetzes. Siehe
Tabelle 1, Anlage 2 und Anhang 1a. Es gilt auch § 3 HPG, nicht aber § 40.

### § 2 Docht

Der Docht wird nach § 1 geschnitten. Der Wärter wacht nach Absatz 3.

### § 3 Wache

(1) ${FILLER.repeat(14)}

(2) Für den Wärter gilt Absatz 3. ${FILLER.repeat(14)}

(3) Der Wärter schläft am Mittag. ${FILLER.repeat(14)}

## Anhang 1 (zu § 1)

Tabelle 1: Brenndauer

Neun Stunden.

## Zweiter Abschnitt - Strafen

### § 5 Bußen

Es gelten die §§ 1 bis 3. Die Höhe folgt aus § 3 Abs. 3. Es gilt das Gleiche wie in § 3 Abs. 2, § 4 und § 9 des Hafenpreisgesetzes.
`,
  'anlage-2.md': '# Anlage 2\n\nMuster des Lampenbuchs.\n',
  'hpg_2031.md': `# Gesetz über die Preise im Hafen (HPG 2031)

## § 3 Wasser

Wasser kostet zwei Taler.

## § 4 Öl

Rapsöl kostet drei Taler. Mehr steht in § 1 der Hafenlampenordnung.
`,
  'paper.md': `# On lamps

Lamps burn well [1], as shown in doi:10.99999/lamp.7 and [2]; see the [wick rules](rules/wick.md#trimming), the
[gone page](rules/gone.md), https://harbour.example/lamp and [secrets](../../etc/passwd). More in [the store][store], [the sea][sea]
and lamps[0][none]. Offences are in [the penalties](hlo.md#zweiter-abschnitt---strafen).

## References

[1] A. Keeper. Oil of the northern harbours. 2031.

[2] B. Keeper. Unknown works. 2030.

[store]: rules/wick.md#storage
[sea]: https://sea.example
`,
  'oil.md': '# Oil of the northern harbours\n\nOil is pressed in autumn.\n',
  'wick-study.md': '# A study of wicks\n\nDOI 10.99999/lamp.7\n\nWicks of cotton last longest.\n',
  'rules/wick.md': '# Wick rules\n\n## Storage\n\nIn a drawer.\n\n## Trimming\n\nA trimmed wick burns longer.\n',
};

let world: TestActivities;

beforeAll(async () => {
  world = await createTestActivities(undefined, FILES);
});

afterAll(async () => {
  await world.dispose();
});

/** A finding for the passage below a heading, or the part of it that holds some words. */
async function findingIn(locator: string, heading: string, words = ''): Promise<Finding> {
  const passages = await world.corpus.index.passagesOf(world.report.corpusId, locator);
  const below = passages.filter(({ headingPath }) => (headingPath.at(-1) ?? '') === heading);
  const texts = await Promise.all(below.map(textOf));
  const passage = below[texts.findIndex((text) => text.includes(words))];
  if (passage === undefined) throw new Error(`no passage ${heading} in ${locator}`);
  const { passageId, headingPath } = passage;
  return findingOf(heading || locator, words || 'The words do not matter here.', {
    passageId,
    locator,
    headingPath,
    quotes: [],
  });
}

async function textOf({ passageId }: Pick<Passage, 'passageId'>): Promise<string> {
  return (await world.corpus.index.readPassage(world.report.corpusId, passageId)).text;
}

const follow = (findings: readonly Finding[], changes = {}): Promise<FollowedReferences> =>
  world.activities.followReferences({
    corpusId: world.report.corpusId,
    findings,
    leads: [],
    followsWeb: false,
    visitedPassageIds: [],
    maxReferences: 20,
    ...changes,
  });

const placesOf = (hits: readonly ReferredHit[]): Promise<string[]> =>
  Promise.all(hits.map(async (hit) => [hit.locator, await headingOf(hit)].filter(Boolean).join(' ')));

async function headingOf({ passage: { passageId } }: ReferredHit): Promise<string | undefined> {
  return (await world.corpus.index.readPassage(world.report.corpusId, passageId)).passage.headingPath.at(-1);
}

describe('followReferences', () => {
  it('resolves sections, other laws, tables, annexes and files, and lists what leads nowhere', async () => {
    const { hits, unresolved } = await follow([await findingIn('hlo.md', '§ 1 Öl')]);

    expect(await placesOf(hits)).toEqual([
      'hlo.md § 2 Docht',
      'hpg_2031.md § 4 Öl',
      'hlo.md Anhang 1 (zu § 1)',
      'anlage-2.md',
      'hpg_2031.md § 3 Wasser',
    ]);
    expect(unresolved).toEqual(['hlo.md: § 40']);
    expect(hits[0]).toMatchObject({
      reference: { text: '§ 2', sentence: 'Die Lampe brennt nach Maßgabe des § 2 mit Rapsöl.', findingId: '§ 1 Öl' },
    });
  });

  it('ends cycles: what was visited or refers is not given back', async () => {
    const first = await findingIn('hlo.md', '§ 1 Öl');
    const second = await findingIn('hpg_2031.md', '§ 4 Öl');

    expect(await placesOf((await follow([second])).hits)).toEqual(['hlo.md § 1 Öl']);
    expect((await follow([second], { visitedPassageIds: [first.passageId] })).hits).toEqual([]);
    expect(await placesOf((await follow([first, second])).hits)).not.toContain('hlo.md § 1 Öl');
  });

  it('takes the part of a divided section that holds the paragraph', async () => {
    const third = await findingIn('hlo.md', '§ 3 Wache', '(3) Der Wärter');
    const { hits } = await follow([await findingIn('hlo.md', '§ 5 Bußen')]);
    const texts = await Promise.all(hits.map(({ passage }) => textOf(passage)));

    expect(hits.map(({ passage }) => passage.passageId)).toContain(third.passageId);
    expect(texts.filter((text) => text.includes('(3) Der Wärter'))).toHaveLength(1);
  });

  it('follows a paragraph alone only into another part of a divided section', async () => {
    const divided = await follow([await findingIn('hlo.md', '§ 3 Wache', '(2) Für den Wärter')]);
    const whole = await follow([await findingIn('hlo.md', '§ 2 Docht')]);

    expect(divided.hits.map(({ reference }) => reference.text)).toEqual(['Absatz 3']);
    expect(await placesOf(whole.hits)).toEqual(['hlo.md § 1 Öl']);
    expect(whole.unresolved).toEqual([]);
  });

  it('does not guess when the work of a list lacks a place', async () => {
    const { unresolved } = await follow([await findingIn('hlo.md', '§ 5 Bußen')]);

    expect(unresolved).toEqual(['hlo.md: § 9 des Hafenpreisgesetzes']);
  });

  it('resolves links, entries of the bibliography and ids, and never leaves the folder or uses the web', async () => {
    const { hits, unresolved } = await follow([await findingIn('paper.md', '')].slice(0, 1));

    expect(await placesOf(hits)).toEqual([
      'oil.md',
      'wick-study.md',
      'rules/wick.md Trimming',
      'rules/wick.md Storage',
      'hlo.md § 5 Bußen',
    ]);
    expect(unresolved).toEqual([
      'paper.md: [2]',
      'paper.md: [gone page](rules/gone.md)',
      'paper.md: https://harbour.example/lamp (on the web; not followed)',
      'paper.md: [secrets](../../etc/passwd)',
      'paper.md: [the sea][sea] (on the web; not followed)',
    ]);
  });

  it('gives back what leads to the web, where a run may follow it: links, DOIs, and ids of arXiv', async () => {
    const { unresolved, links } = await follow([await findingIn('paper.md', '')].slice(0, 1), {
      followsWeb: true,
    });

    expect(links.map(({ url }) => url)).toEqual(['https://harbour.example/lamp', 'https://sea.example/']);
    expect(links[0]).toMatchObject({ text: 'https://harbour.example/lamp', sentence: expect.stringContaining('lamp') });
    expect(unresolved.join()).not.toContain('on the web');
  });

  it('puts references of quoted sentences first and gives at most as many as asked for', async () => {
    const finding = await findingIn('hlo.md', '§ 1 Öl');
    const passage = (await world.corpus.index.passagesOf(world.report.corpusId, 'hlo.md')).find(
      ({ passageId }) => passageId === finding.passageId,
    );
    const words = 'Den Preis von Rapsöl';
    const start = (passage?.start ?? 0) + (passage === undefined ? 0 : (await textOf(passage)).indexOf(words));
    const quoted = { ...finding, quotes: [quoteOf('q1', words, { start, end: start + words.length })] };

    expect(await placesOf((await follow([quoted], { maxReferences: 2 })).hits)).toEqual([
      'hpg_2031.md § 4 Öl',
      'hlo.md § 2 Docht',
    ]);
  });
});

describe('scoreReferences', () => {
  const anchor = (question: string): QueryAnchor => anchorOf({ originalQuestion: question, language: 'de' });
  const scoresOf = (question: string, hits: readonly ReferredHit[]) => {
    const input = { ...BY_RULE, anchor: anchor(question), corpusId: world.report.corpusId, hits };
    return world.activities.scoreReferences(input);
  };

  it('accepts what the question asks for and refuses the rest, by rule', async () => {
    const { hits } = await follow([await findingIn('hlo.md', '§ 1 Öl')]);
    const scores = await scoresOf('Was kostet das Rapsöl, mit dem die Lampe brennt?', hits);

    const passed = hits.filter((_, index) => (scores[index]?.score ?? 0) >= 0.6);
    expect(await placesOf(passed)).toEqual(['hpg_2031.md § 4 Öl']);
  });

  it('judges only by the beginning of a passage', async () => {
    const { hits } = await follow([await findingIn('hlo.md', '§ 5 Bußen')]);
    const headings = await Promise.all(hits.map(headingOf));
    const hit = hits[headings.indexOf('§ 1 Öl')];
    const [score] = await scoresOf('Was steht in Tabelle und Anhang?', hit === undefined ? [] : [hit]);

    expect(score?.score).toBe(0);
  });

  it('gives null for a missing passage', async () => {
    const [hit] = (await follow([await findingIn('hlo.md', '§ 1 Öl')])).hits;
    const gone = hit && { ...hit, passage: { ...hit.passage, passageId: 'gone-00000000-0' } };

    expect(await scoresOf('Was kostet das Öl?', gone === undefined ? [] : [gone])).toMatchObject([
      { id: 'gone-00000000-0', score: null },
    ]);
  });
});

describe('followReferences for what a reader named', () => {
  async function followed(...leads: readonly Lead[]) {
    const { hits, unresolved } = await follow([], { leads });
    return { places: await placesOf(hits), unresolved };
  }

  async function leadFrom(locator: string, heading: string, text: string): Promise<Lead> {
    const { passageId, findingId } = await findingIn(locator, heading);
    return { kind: 'reference', text, passageId, locator, findingId };
  }

  it('opens the section below a heading of the outline', async () => {
    const lead = { kind: 'section', locator: 'hlo.md', heading: '§ 5 Bußen' } as const;

    expect((await followed(lead)).places).toEqual(['hlo.md § 5 Bußen']);
    expect((await followed({ ...lead, heading: '§ 6 Nothing' })).places).toEqual([]);
  });

  it.each([
    ['§ 2', ['hlo.md § 2 Docht']],
    ['§ 4 des Hafenpreisgesetzes', ['hpg_2031.md § 4 Öl']],
    // The passage says of which law.
    ['§ 4', ['hpg_2031.md § 4 Öl']],
    ['Anlage 2', ['anlage-2.md']],
    ['§ 40', []],
    ['§ 2 des Seelotsengesetzes', []],
    ['section 2 of the Pilots Act', []],
  ])('takes "%s" for %o, and never for a place that may be of another work', async (text, expected) => {
    expect((await followed(await leadFrom('hlo.md', '§ 1 Öl', text))).places).toEqual(expected);
  });

  it('lists what it cannot resolve', async () => {
    const { unresolved } = await followed(await leadFrom('hlo.md', '§ 1 Öl', '§ 2 des Seelotsengesetzes'));

    expect(unresolved).toEqual(['hlo.md: § 2 des Seelotsengesetzes']);
  });
});
