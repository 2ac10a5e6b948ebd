import { type Claim, statementOf } from '@plumbline/contracts/evidence/claim';
import { computedFigures, findDerivationError } from '../claims/calculations.ts';
import { languageOf } from '../claims/claim-verdict.ts';
import { absentFigures } from '../claims/figure-support.ts';
import { verifyQuotedWords } from '../claims/quoted-words.ts';
import { statingText } from '../claims/word-coverage.ts';
import type { PartEvidence } from './part-evidence.ts';
import type { Ruling } from './rules-on-claims.ts';
import { strangeNames } from './rules-on-names.ts';
import { ALONE, withoutOwnSteps } from './statement-setting.ts';

/**
 * A statement without a citation connects or concludes. It may quote and compute nothing that neither the evidence of its part nor
 * the question has.
 *
 * @param computed figures that other statements of the part compute
 */
export async function ruleOnUncited(
  claim: Claim,
  evidence: PartEvidence,
  computed: readonly string[],
  setting = ALONE,
): Promise<Ruling> {
  const { anchor, question, words, places, passages, texts } = evidence;
  const hashes = [...new Set(passages.map(({ finding }) => finding.passageSpan.textHash))];
  const stored = await Promise.all(hashes.map((hash) => texts.read(hash)));
  const quoted = verifyQuotedWords(claim.text, [...stored.flatMap(({ text }) => text ?? []), question]);
  if (quoted.text === null) return { refused: quoted.reason };
  const spelt = { ...claim, text: quoted.text };
  const language = languageOf(claim, anchor.language);
  const said = withoutOwnSteps(statingText(setting.isSupposed ? spelt.text : statementOf(spelt)), setting);
  const { derivation } = claim;
  const error = derivation === undefined ? null : findDerivationError(derivation);
  if (error !== null) return { refused: error };
  const own = derivation === undefined ? [] : [derivation.result, ...computedFigures(derivation, said)];
  const searched = claim.absence?.searched ?? '';
  const known = [places, words, question, searched, ...computed, ...setting.computed, ...own].join('\n');
  const figures = absentFigures(said, { words: known, known, places, question, counted: setting.counted });
  const isComparable = passages.some((passage) => [language, 'und'].includes(passage.language));
  const names = strangeNames([spelt.text], { cited: known, all: known, question, language, isComparable });
  const doubts = [...new Set([...figures, ...names])];
  const shown = derivation === undefined ? null : `${derivation.expression} = ${derivation.result}`;
  return { refused: null, claim: spelt, isVerbatim: false, computed: shown, doubts };
}
