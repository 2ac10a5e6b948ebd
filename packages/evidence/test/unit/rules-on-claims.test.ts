import { addressKeyOf } from '@plumbline/contracts/evidence/citation-key';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import { createSettings, readPartEvidence, ruleOnCited } from '@plumbline/evidence/statement-rules';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { describe, expect, it } from 'vitest';
import { anchorOf, findingOf } from '../../../../test/support/builders/research-fixtures.ts';

interface Page {
  readonly text: string;
  readonly title?: string;
  readonly headingPath?: readonly string[];
  readonly locator?: string;
  readonly language?: string;
}

const sentence = (text: string, changes: Partial<Claim> = {}): Claim => ({
  text,
  citations: [],
  placement: { form: 'paragraph', block: 0 },
  ...changes,
});
const cell = (row: string, column: string, text: string, changes: Partial<Claim> = {}): Claim =>
  sentence(text, { placement: { form: 'table', block: 1, row, column }, ...changes });

/** What the rules doubt of a claim that cites a whole page, in its part; none of it is refused. */
async function doubtsOn(page: Page, claim: Claim, part: readonly Claim[] = [claim]): Promise<readonly string[]> {
  const ruling = await rule(page, claim, part);
  expect(ruling.refused).toBeNull();
  return ruling.refused === null ? ruling.doubts : [];
}

async function rule({ text, language = 'en', ...place }: Page, claim: Claim, part: readonly Claim[] = [claim]) {
  const passageSpan = { textHash: 'a'.repeat(64), start: 0, end: text.length };
  const finding = findingOf('t1f1', text, { title: 'Page', headingPath: [], ...place, passageSpan } as never);
  const texts: StoredTexts = { read: async () => ({ text, fault: null }) };
  const evidence = await readPartEvidence(anchorOf({ language, originalQuestion: '–' }), [finding], texts, []);
  const key = addressKeyOf({ findingId: 't1f1', start: 0, end: text.length });
  const words = [evidence.wordsOf(key)].flatMap((one) => one ?? []);
  return ruleOnCited({ ...claim, citations: [key] }, words, evidence, createSettings(part)(claim));
}

describe('a number that names a source', () => {
  const proposal = { text: 'The proposal names a reason for the failure.', title: 'GEP-851: Certificates' };
  const post = { text: 'The lamp groups alerts by their port.', locator: 'blog/posts/2016-03-03-lamps.md' };
  const release = { text: 'Lost targets are tracked.', headingPath: ['Prometheus 2.0'] };
  const dated = { text: 'The lamp groups alerts by their port.', title: 'Lamps, 2016-03-03' };
  const older = { text: 'The log is (since version 2.4) as fast as a snapshot.' };
  const fix = { text: 'Since Redis 7.0.3 failed writes are tried again more slowly.' };

  it.each([
    ['in a title', proposal, 'GEP-851, a proposal, names a reason for the failure.'],
    ['in an address', post, 'A post of 2016 groups alerts by their port.'],
    ['in a heading', release, 'Since Prometheus 2.0 lost targets are tracked.'],
    ['as a date, written out', dated, 'A post of 3 March 2016 groups alerts by their port.'],
    ['as the month of a date', dated, 'A post of March 2016 groups alerts by their port.'],
    ['that is named as a version', older, 'Since 2.4 the log is as fast as a snapshot.'],
    ['as the beginning of a version', fix, 'Since Redis 7.0 failed writes are tried again more slowly.'],
  ])('may be said: %s', async (_, page, text) => {
    expect(await doubtsOn(page, sentence(text))).toEqual([]);
  });

  it.each([
    ['another title', proposal, 'GEP-852, a proposal, names a reason for the failure.'],
    ['another year', post, 'A post of 2017 groups alerts by their port.'],
    ['another version', release, 'Since Prometheus 2.1 lost targets are tracked.'],
    ['another date', dated, 'A post of 4 March 2016 groups alerts by their port.'],
    ['another month', dated, 'A post of April 2016 groups alerts by their port.'],
    ['a version that is not named', older, 'Since 2.5 the log is as fast as a snapshot.'],
    ['a later version', fix, 'Since Redis 7.1 failed writes are tried again more slowly.'],
    ['a quantity', release, 'Lost targets are tracked for 2.0 hours.'],
    ['a quantity without a unit', post, 'The lamp groups 03 alerts by their port.'],
  ])('is doubted as %s', async (_, page, text) => {
    expect(await doubtsOn(page, sentence(text))).not.toEqual([]);
  });
});

describe('what a model read in a picture', () => {
  const text =
    'Figure 1 (gate.png, read by the model seer): The gate opens at noon and closes at dusk; Gate → Yard: by courier';
  const page = { text };

  it('is judged although a claim repeats it', async () => {
    expect(await rule({ text: 'The gate opens at noon.' }, sentence('The gate opens at noon.'))).toMatchObject({
      isVerbatim: true,
    });
    expect(await rule(page, sentence(text))).toMatchObject({ refused: null, isVerbatim: false });
    expect(await rule(page, sentence('The gate opens at noon and closes at dusk.'))).toMatchObject({
      refused: null,
      isVerbatim: false,
    });
  });

  it('cannot be put in quotation marks', async () => {
    const quoted = sentence('The drawing says “The gate opens at noon and closes at dusk”.');
    expect(await rule(page, quoted)).toEqual({ refused: 'a quotation is not in the cited sources' });
    expect((await rule({ text: 'The gate opens at noon and closes at dusk.' }, quoted)).refused).toBeNull();
  });
});

describe('the name of a section', () => {
  const page = {
    text: 'Der Grenzwert beträgt 20 Millisievert im Kalenderjahr.',
    title: 'Verordnung',
    headingPath: ['§ 78 Grenzwerte'],
    language: 'de',
  };

  it.each([
    ['one', 'Nach § 78 beträgt der Grenzwert 20 Millisievert im Kalenderjahr.'],
    ['several', 'Nach §§ 77 und 78 beträgt der Grenzwert 20 Millisievert im Kalenderjahr.'],
  ])('may be said of %s that was read', async (_, text) => {
    const headingPath = ['§ 77 Begriffe', '§ 78 Grenzwerte'];
    expect(await doubtsOn({ ...page, headingPath }, sentence(text))).toEqual([]);
  });

  it.each([
    ['one that was not', 'Nach §§ 78 und 79 beträgt der Grenzwert 20 Millisievert im Kalenderjahr.'],
    ['another section', 'Nach § 79 beträgt der Grenzwert 20 Millisievert im Kalenderjahr.'],
    ['its number as a figure', 'Der Grenzwert beträgt 78 Millisievert im Kalenderjahr.'],
  ])('is no licence for %s', async (_, text) => {
    expect(await doubtsOn(page, sentence(text))).not.toEqual([]);
  });
});

describe('a case that is supposed', () => {
  const law = {
    text: 'Der Urlaub beträgt 24 Werktage. Für jeden vollen Monat entsteht ein Zwölftel, wenn jemand in der ersten Hälfte ausscheidet.',
    language: 'de',
  };
  const computed = cell('Ausscheiden zum 30. Juni', 'Urlaub', '12 Werktage', {
    derivation: { expression: '24/12*6', result: '12' },
  });
  const why = cell('Ausscheiden zum 30. Juni', 'Grund', 'noch erste Hälfte');

  it('may stand in the name of a row of a table that computes', async () => {
    expect(await doubtsOn(law, why, [computed, why])).toEqual([]);
  });

  it('is doubted in a table of facts, and in a cell', async () => {
    const wrong = cell('Ausscheiden zum 30. Juni', 'Grund', 'Hälfte bis zum 31. Juli');

    expect((await doubtsOn(law, why)).join()).toContain('30. Juni');
    expect((await doubtsOn(law, wrong, [computed, wrong])).join()).toContain('31. Juli');
  });
});

describe('what a part counts itself', () => {
  const page = { text: 'The keeper trims the wicks. The harbour master fills the lamp.' };
  const listed = ['Trim.', 'Fill.', 'Light.'].map((text) => sentence(text, { placement: { form: 'list', block: 0 } }));
  const steps = sentence('Steps 1 to 3 are work of the keeper and the harbour master.');
  const two = sentence('The keeper trims the wicks of these three.');

  it('is no figure of the source', async () => {
    expect(await doubtsOn(page, steps, [...listed, steps])).toEqual([]);
    expect(await doubtsOn(page, two, [...listed, two])).toEqual([]);
  });

  it('is one where it counts more, or something else', async () => {
    const more = sentence('Steps 1 to 5 are work of the keeper.');

    expect(await doubtsOn(page, more, [...listed, more])).not.toEqual([]);
    expect(await doubtsOn(page, two)).toEqual(['the cited words have no “3”']);
  });
});

describe('a German noun', () => {
  const page = { text: 'Der Wert gilt für das ganze Jahr.', language: 'de' };

  it('is no name because of its capital letter', async () => {
    expect(await doubtsOn(page, sentence('Obergrenze Jahr: Der Wert gilt für das ganze Jahr.'))).toEqual([]);
  });

  it.each([
    ['a name', 'Den Wert setzte Johannes Calvin für das ganze Jahr.'],
    ['an acronym', 'Der Wert des BAG gilt für das ganze Jahr.'],
  ])('but %s is', async (_, text) => {
    expect(await doubtsOn(page, sentence(text))).not.toEqual([]);
  });

  it('is doubted beside another that is new', async () => {
    expect(await doubtsOn(page, sentence('Der Wert von Johannes Calvin gilt für das ganze Jahr.'))).toEqual([
      'the cited words have no “Johannes”',
      'the cited words have no “Calvin”',
    ]);
  });
});

describe('a line of code', () => {
  const code = (text: string) => sentence(text, { placement: { form: 'code', block: 0 } });
  const page = { text: 'Send `INFO persistence`, or set it with `redis-cli config rewrite`.' };

  it('may be written in small letters', async () => {
    expect(await doubtsOn(page, code('redis-cli info persistence'))).toEqual([]);
    expect(await doubtsOn(page, code('redis-cli info memory'))).toEqual(['the cited words have no “memory”']);
  });
});
