import { UNLIMITED } from '@plumbline/contracts/common/metering';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import { readPartEvidence } from '@plumbline/evidence/statement-rules';
import type { Reasoner } from '@plumbline/model/reasoner';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { describe, expect, it } from 'vitest';
import { controlsFor, UNRELATED } from '../../../activities/report/verifying/control-statement.ts';
import { judgeMeaning } from '../../../activities/report/verifying/entailment.ts';
import type { JudgeEntailmentStepInput } from '../../../activities/steps/judge-entailment.ts';
import { askedIn } from '../../support/builders/judged-statements.ts';
import { anchorOf, findingOf } from '../../support/builders/research-fixtures.ts';

const BURNS = 'The harbour lamp burns for nine hours on one filling.';
const BAKERY = 'Rye loaves leave the town oven before sunrise.';
const stored: Record<string, string> = { ['a'.repeat(64)]: BURNS, ['b'.repeat(64)]: BAKERY };
const texts: StoredTexts = { read: async (hash) => ({ text: stored[hash] ?? '', fault: null }) };
const anchor = anchorOf({ originalQuestion: 'How long does the lamp burn?' });
const lamp = findingOf('t1f1', BURNS, { passageSpan: { textHash: 'a'.repeat(64), start: 0, end: BURNS.length } });
const bakery = findingOf('t1f2', BAKERY, {
  title: 'Bakery',
  passageSpan: { textHash: 'b'.repeat(64), start: 0, end: BAKERY.length },
});
const BEFORE: Claim = { text: 'The lamp is lit at dusk.', citations: [] };
const PARAPHRASE: Claim = { text: 'It keeps shining through most of a winter night.', citations: ['t1f1q1'] };

/** A model that gives verdicts by the text of a statement and its quotation. */
async function judge(
  agrees: (text: string, quote: string) => 'yes' | 'no' | 'unsure',
  { findings = [lamp, bakery], isBeside = (text: string): boolean => text === UNRELATED } = {},
) {
  const inputs: JudgeEntailmentStepInput[] = [];
  const reasoner = {
    run: async (_: unknown, input: JudgeEntailmentStepInput) => {
      inputs.push(input);
      const verdicts = askedIn(input).map(({ id, text, words: [first = ''] }) => ({
        id,
        verdict: agrees(text, first),
        reason: 'why',
      }));
      const beside = askedIn(input).flatMap(({ id, text }) => (isBeside(text) ? [id] : []));
      const uses = [{ answer: 'a2', statements: ['p1'] }];
      return {
        value: { verdicts, instead: [], beside, uses },
        cost: { engine: 'model', modelCalls: 1, modelTokens: 10, degradations: [] },
      };
    },
  } as unknown as Reasoner;
  const call = { engine: 'configured' as const, metering: UNLIMITED, signal: new AbortController().signal };
  const evidence = await readPartEvidence(anchor, findings, texts, []);
  const words = [evidence.wordsOf('t1f1q1')].flatMap((one) => one ?? []);
  const open = [{ origin: PARAPHRASE, claim: PARAPHRASE, words, computed: '4 + 5 = 9', found: [] }];
  const { value, cost } = await judgeMeaning(
    [{ heading: 'Burning', sequence: [BEFORE, PARAPHRASE], open }],
    evidence,
    reasoner,
    call,
  );
  const { verdict, bearing } = value.get(PARAPHRASE) ?? {};
  return { verdict, bearing, cost, inputs, asked: inputs.flatMap(askedIn) };
}

/** The first figure of the lamp's sentence is changed, or the statement stands beside the bakery: both are wrong. */
const honest = (text: string, quote: string) =>
  text === quote || (text === PARAPHRASE.text && quote === BURNS) ? 'yes' : 'no';

describe('a statement that words alone cannot decide', () => {
  it('is judged in its context, among one that is wrong and one that is true', async () => {
    const { verdict, inputs, asked, cost } = await judge(honest);

    expect(verdict).toBe('yes');
    expect(asked.map(({ text, words }) => [text, words])).toEqual([
      [PARAPHRASE.text, [BURNS]],
      [PARAPHRASE.text, [BAKERY]],
      [BURNS, [BURNS]],
      [UNRELATED, []],
    ]);
    expect(asked[0]?.computed).toEqual(['4 + 5 = 9']);
    expect(inputs[0]?.parts[0]?.blocks[0]).toMatchObject({
      form: 'list',
      statements: [
        { id: null, text: BEFORE.text },
        { id: 'p1', text: PARAPHRASE.text },
      ],
    });
    expect(cost.modelCalls).toBe(1);
  });

  it.each([
    ['agrees to everything', () => 'yes' as const, /confirmed a statement that had been changed/],
    ['agrees to nothing', () => 'no' as const, /did not confirm a sentence of a source/],
    ['is never sure', () => 'unsure' as const, /did not confirm/],
  ])('has no verdict of a model that %s', async (_, agrees, cause) => {
    const { verdict, cost } = await judge(agrees);

    expect(verdict).toBeUndefined();
    expect(cost.degradations).toMatchObject([
      { step: 'judge-entailment', count: 1, cause: expect.stringMatching(cause) as string },
    ]);
  });

  it('has a control also where all passages are of its subject', async () => {
    const { verdict, asked } = await judge(honest, { findings: [lamp] });

    expect(verdict).toBe('yes');
    expect(asked[1]?.words[0]).toContain('geese');
  });
});

describe('how a statement bears on the question', () => {
  it('is told with the answers of the person that it takes into account', async () => {
    expect((await judge(honest)).bearing).toEqual({ answers: [2] });
    expect((await judge(honest, { isBeside: () => true })).bearing).toEqual({ isBeside: true, answers: [2] });
  });

  it('is not told by a judge that does not see what is about another subject', async () => {
    const { verdict, bearing } = await judge(honest, { isBeside: () => false });

    expect(verdict).toBe('yes');
    expect(bearing).toBeUndefined();
  });
});

describe('the statement that is wrong', () => {
  const words = { text: 'It burns for 9 hours, as § 4 says.', citations: ['t1f1q1'] };

  it('is one of the batch with another figure, where one has a figure', async () => {
    const evidence = await readPartEvidence(anchor, [lamp, bakery], texts, []);
    const cited = [evidence.wordsOf('t1f1q1')].flatMap((one) => one ?? []);
    const open = { origin: words, claim: words, words: cited, computed: null, found: [] };
    const controls = controlsFor([open], evidence);

    expect(controls.get('changed')?.text).toBe('It burns for 1 hours, as § 4 says.');
    expect(controls.get('changed')?.words?.text).toBe(BURNS);
    expect(controls.get('planted')?.text).toBe(BURNS);
  });

  it('changes a figure that the cited words have, since another limit may be as true', async () => {
    const evidence = await readPartEvidence(anchor, [lamp, bakery], texts, []);
    const text = 'Less than 12 hours are enough: it burns for 9 hours.';
    const claim = { text, citations: ['t1f1q1'] };
    const cited = [evidence.wordsOf('t1f1q1')].flatMap((one) => one ?? []);
    const controls = controlsFor([{ origin: claim, claim, words: cited, computed: null, found: [] }], evidence);

    expect(controls.get('changed')?.text).toBe('Less than 12 hours are enough: it burns for 1 hours.');
  });
});
