import { describe, expect, it } from 'vitest';
import type { StoredTexts } from '../../../activities/corpus/quotes/stored-quotes.ts';
import type { Reasoner } from '../../../activities/model/engine/reasoner.ts';
import { findEntailed } from '../../../activities/report/writing/entailment.ts';
import type { JudgeEntailmentStepInput } from '../../../activities/steps/judge-entailment.ts';
import { createClaimVerifier } from '../../../activities/verification/claims/claim-verdict.ts';
import { UNLIMITED } from '../../../workflows/contracts/common/metering.ts';
import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';
import { anchorOf, findingOf } from '../../support/builders/research-fixtures.ts';

const BURNS = 'The harbour lamp burns for nine hours on one filling.';
const BAKERY = 'Rye loaves leave the town oven before sunrise.';
const texts: StoredTexts = { read: async () => ({ text: `${BURNS}\n\n${BAKERY}`, fault: null }) };
const anchor = anchorOf({ originalQuestion: 'How long does the lamp burn?' });
const findings = [findingOf('t1f1', BURNS), findingOf('t1f2', BAKERY)];
const claim = (text: string, changes: Partial<Claim> = {}): Claim => ({ text, citations: ['t1f1q1'], ...changes });

const PARAPHRASE = claim('It keeps shining through most of a winter night.');

/** A model that agrees to what `agrees` says, by the text of a statement and its quotation. */
async function judge(claims: readonly Claim[], agrees: (text: string, quote: string) => boolean, given = findings) {
  const inputs: JudgeEntailmentStepInput[] = [];
  const reasoner = {
    run: async (_: unknown, input: JudgeEntailmentStepInput) => {
      inputs.push(input);
      const verdicts = input.statements.map(({ id, text, quotes }) => ({
        id,
        entailed: agrees(text, quotes[0]?.text ?? ''),
      }));
      return { value: { verdicts }, cost: { engine: 'model', modelCalls: 1, modelTokens: 10, degradations: [] } };
    },
  } as unknown as Reasoner;
  const call = { engine: 'configured' as const, metering: UNLIMITED, signal: new AbortController().signal };
  const evidence = { anchor, findings: given, verifier: createClaimVerifier({ anchor, findings: given, texts }) };
  const { value, cost } = await findEntailed(claims, evidence, reasoner, call);
  return { entailed: [...value], cost, asked: inputs.map(({ statements }) => statements.map(({ text }) => text)) };
}

const byQuote = (_: string, quote: string): boolean => quote === BURNS;

describe('a statement that shares few words with its quotation', () => {
  it('is asked about, beside the same statement with a quotation of another subject', async () => {
    const { entailed, asked, cost } = await judge([PARAPHRASE], byQuote);

    expect(asked).toEqual([[PARAPHRASE.text, PARAPHRASE.text]]);
    expect(entailed).toEqual([PARAPHRASE]);
    expect(cost.modelCalls).toBe(1);
  });

  it('is not entailed for a model that agrees to everything', async () => {
    const { entailed, cost } = await judge([PARAPHRASE], () => true);

    expect(entailed).toEqual([]);
    expect(cost.degradations).toMatchObject([{ step: 'judge-entailment', count: 1 }]);
  });

  it('is not asked about where no quotation is of another subject', async () => {
    expect((await judge([PARAPHRASE], byQuote, findings.slice(0, 1))).asked).toEqual([]);
  });
});

describe('what words can decide', () => {
  it.each([
    ['the words of the quotation', claim(BURNS)],
    ['most of its words', claim('The harbour lamp burns nine hours.')],
    ['another figure', claim('It keeps shining for twelve nights.')],
    ['a name that nobody mentions', claim('It keeps shining for the people of Osterhaven.')],
    ['an inference', { ...PARAPHRASE, isInference: true as const }],
    ['a key that was never issued', { ...PARAPHRASE, citations: ['t9f9q1'] }],
  ])('is not asked about: %s', async (_, stated) => {
    expect((await judge([stated], byQuote)).asked).toEqual([]);
  });
});
