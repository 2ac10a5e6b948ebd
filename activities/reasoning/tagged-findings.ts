import type { ReadableFinding } from '../evidence/evidence-reading.ts';
import { tagged } from './prompt-text.ts';

const MAX_FINDING_LENGTH = 3_000;

/** Findings with their quotes under citation keys: all that a model sees of where something stands. */
export function taggedFindings(findings: readonly ReadableFinding[], maxFindings: number): string[] {
  return findings.slice(0, maxFindings).map(({ findingId, title, headingPath, information, quotes, contextTier }) => {
    const lines = [
      `${[title, ...headingPath].join(' > ')} (tier ${contextTier})`,
      information,
      ...quotes.map(({ key, text }) => `[${key}] "${text}"`),
    ];
    return tagged('finding', lines.join('\n'), MAX_FINDING_LENGTH, findingId);
  });
}
