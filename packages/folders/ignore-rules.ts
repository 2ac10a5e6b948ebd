import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { isCostly } from '@plumbline/contracts/common/file-selection';
import type { LeftOut } from '@plumbline/contracts/evidence/corpus';
import { readRegularFile } from '@plumbline/documents/files';
import ignore, { type Ignore } from 'ignore';

/** The rules of a `.gitignore` and the folder that they are of. */
export interface IgnoreRules {
  readonly prefix: string;
  readonly file: Pick<Ignore, 'test'>;
}

const MAX_IGNORE_BYTES = 1_024 ** 2;

export function isIgnoreFile(entry: Dirent): boolean {
  return entry.name === '.gitignore' && entry.isFile();
}

/** Of one folder; none without the file. */
export async function readRules(folder: string, prefix: string): Promise<IgnoreRules[]> {
  try {
    const text = new TextDecoder().decode(
      await readRegularFile(join(folder, '.gitignore'), { maxBytes: MAX_IGNORE_BYTES }),
    );
    return [{ prefix, file: parse(text) }];
  } catch {
    // As without the file: what it would leave out is read.
    return [];
  }
}

/** Null: it is examined. @param locator of a folder: with a slash at its end */
export function reasonToLeaveOut(
  name: string,
  locator: string,
  rules: readonly IgnoreRules[],
): LeftOut['reason'] | null {
  if (name.startsWith('.')) return 'hidden';
  if (name === 'node_modules') return 'packages';
  // The rules of inner folders come last, and can take back outer ones.
  for (const { prefix, file } of rules.toReversed()) {
    const { ignored, unignored } = file.test(locator.slice(prefix.length));
    if (ignored) return 'ignored';
    if (unignored) return null;
  }
  return null;
}

function parse(text: string): IgnoreRules['file'] {
  return ignore({ ignorecase: false }).add(text.split(/\r?\n/).filter((line) => !isCostly(line)));
}
