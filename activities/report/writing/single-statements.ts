import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';
import { withKeysAsCitations } from '../../corpus/quotes/citation-keys.ts';
import { readPowers } from '../../language/text/powers.ts';
import { sentenceTexts } from '../../language/text/sentences.ts';
import { withoutStruck } from '../../language/text/struck-words.ts';
import { lacksSubject } from '../../offline-engine/passages/passage-entries.ts';

/**
 * A claim of several sentences as one claim for each, so that one which its quotes do not support is taken out alone. A
 * sentence that leans on the one before it ("It also …") stays with it. What is said before is left out: a small model that
 * does not find its end repeats itself.
 *
 * @param language ISO 639-1 code of the claims
 */
export function singleStatements(claims: readonly Claim[], language: string): Claim[] {
  const said = new Set<string>();
  return claims
    .map(withoutMarks)
    .filter(({ text }) => text !== '')
    .flatMap((claim) => sentencesOf(claim, language))
    .filter((claim) => {
      if (claim.placement?.form === 'table') return true;
      const isNew = !said.has(claim.text);
      said.add(claim.text);
      return isNew;
    });
}

/** A model copies the marks of powers from the sources, and may copy what they strike out. */
function withoutMarks(claim: Claim): Claim {
  const text = readPowers(withoutStruck(claim.text));
  return text === claim.text ? claim : { ...claim, text: text.replace(/\s+/g, ' ').trim() };
}

function sentencesOf(claim: Claim, language: string): Claim[] {
  // A computation belongs to the whole, and a cell is no sentence.
  if (claim.derivation !== undefined || claim.placement?.form === 'table') return [claim];
  const keyed = withKeysAsCitations(claim);
  const sentences: string[] = [];
  for (const sentence of sentenceTexts(keyed.text, language)) {
    const before = sentences.at(-1);
    if (before !== undefined && lacksSubject(sentence)) sentences[sentences.length - 1] = `${before} ${sentence}`;
    else sentences.push(sentence);
  }
  return sentences.length < 2 ? [claim] : sentences.map((text) => ({ ...keyed, text }));
}
