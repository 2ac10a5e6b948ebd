import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { analyse } from 'scslre';
import { z } from 'zod';
import type { SourceFile } from './import-rules.ts';

const patternSchema = z.object({ path: z.string(), source: z.string(), flags: z.string() });
/** A regular expression of the program, and where it is. */
export type Pattern = Readonly<z.infer<typeof patternSchema>>;

const CONSTRUCTED = fileURLToPath(new URL('constructed-patterns.ts', import.meta.url));

/** Every regular expression that activities and workflows put together when they are loaded. */
export function constructedPatterns(): Pattern[] {
  // In a process of its own: in this one, the modules may have been loaded before.
  const printed = execFileSync(process.execPath, [CONSTRUCTED], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return z.array(patternSchema).parse(JSON.parse(printed));
}

/** Every regular expression that is written as a literal. */
export function literalPatterns(files: readonly SourceFile[]): Pattern[] {
  const sources = files.filter(({ path }) => !path.endsWith('.d.ts'));
  return sources.flatMap(({ path, text }) => {
    const found: Pattern[] = [];
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('regex' in node && isPattern(node.regex)) {
        found.push({ path, source: node.regex.pattern, flags: node.regex.flags });
      }
      for (const child of Object.values(node)) visit(child);
    };
    visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }));
    return found;
  });
}

function isPattern(value: unknown): value is { pattern: string; flags: string } {
  return typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value;
}

/**
 * Patterns whose work grows faster than the text they read, as `file: pattern`.
 *
 * Found are repetitions that can share the same characters, and searches that scan one run of characters again from each
 * of its positions.
 */
export function findSlowPatterns(patterns: readonly Pattern[]): string[] {
  const unique = new Map(patterns.map((pattern) => [`${pattern.path}: /${pattern.source}/${pattern.flags}`, pattern]));
  return [...unique].flatMap(([name, { source, flags }]) => {
    const { reports } = analyse({ source, flags }, { reportTypes: { Trade: true, Self: true, Move: true } });
    return reports.length === 0 ? [] : [name];
  });
}
