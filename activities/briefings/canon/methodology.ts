import { lexer, type Token, type Tokens } from 'marked';
import type { MethodologyRule } from '../../../workflows/contracts/briefing-canon.ts';
import { DIAGNOSTIC_CODES } from '../../../workflows/contracts/briefing-issues.ts';
import type { BriefingKind } from '../../../workflows/contracts/briefing-slot.ts';
import { isActive, type Theme } from '../../../workflows/contracts/briefing-state.ts';
import { BriefingFileError } from '../folder/briefing-file-error.ts';
import { readableLines } from './canon-text.ts';

const MAX_RULES = 5;
const DEEP_DAILY = /\bdeep[- ]daily\b/giu;

/** All rules: the entries of lists, word for word. @throws {BriefingFileError} if there is none */
export function parseMethodology(file: string, text: string): MethodologyRule[] {
  readableLines(file, text);
  const entries = lexer(text)
    .filter(isList)
    .flatMap(({ items }) => items);
  const rules = entries.map((entry) => entry.text.trim()).filter((rule) => rule !== '');
  if (rules.length === 0) throw new BriefingFileError([`${file}:1: has no rule; write each as an entry of a list`]);
  return rules.map((rule, index) => ({ ruleId: `M${index + 1}`, text: rule }));
}

/** Rules that name the kind, an active theme or a diagnostic come first, then those that stand first; at most 5. */
export function selectRules(
  rules: readonly MethodologyRule[],
  { kind, themes }: { readonly kind: BriefingKind; readonly themes: readonly Theme[] },
): MethodologyRule[] {
  const named = themes.filter(isActive).flatMap(({ id, title }) => [id, title]);
  const names = [...kindNames(kind), ...named, ...DIAGNOSTIC_CODES].map(wordPattern);
  const isNamed = ({ text }: MethodologyRule): boolean => {
    const searched = kind === 'daily' ? text.replace(DEEP_DAILY, '') : text;
    return names.some((name) => name.test(searched));
  };
  const first = rules.filter(isNamed);
  return [...first, ...rules.filter((rule) => !first.includes(rule))].slice(0, MAX_RULES);
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}

function kindNames(kind: BriefingKind): readonly string[] {
  return [kind, kind.replace('-', ' ')];
}

/** Whole words only; the parts of `grid-storage` are none. */
function wordPattern(name: string): RegExp {
  const literal = RegExp.escape(name).replaceAll(String.raw`\x20`, String.raw`\s+`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}_-])(?:${literal})(?![\p{L}\p{N}_-])`, 'iu');
}
