import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { counted } from '@plumbline/contracts/common/counted';
import { describeStatements, type Trust } from '@plumbline/contracts/report/trust';
import type { DoctorCheck } from '../../../workers/lifecycle/doctor.ts';
import { commands } from '../../errors/failures.ts';
import type { Paint } from '../terminal/output.ts';
import { displayWidth, fit, present, toPlainLine } from '../terminal/text-layout.ts';

/** The table of `doctor`: each check, and how to repair what failed. */
export function renderChecks(checks: readonly DoctorCheck[], paint: Paint): string {
  const width = Math.max(...checks.map(({ name }) => displayWidth(name)));
  return checks
    .flatMap(({ name, ok, detail, repair, commands }) => [
      `${ok ? paint('green', 'ok  ') : paint('red', 'FAIL')}  ${fit(name, width)}  ${toPlainLine(detail)}`,
      ...(repair === null ? [] : [`${' '.repeat(width + 8)}${paint('yellow', `repair: ${toPlainLine(repair)}`)}`]),
      ...commands.map((command) => `${' '.repeat(width + 8)}${toPlainLine(command)}`),
    ])
    .join('\n');
}

export interface CheckOutcome {
  readonly problems: readonly string[];
  readonly quotes: number;
  readonly citations: number;
  readonly claims: number;
  readonly trust?: Trust | null;
  /** Parts of the report that cannot be compared with stored text. */
  readonly unchecked: readonly string[];
}

/** What `verify` found, and what it could not check. */
export function renderVerification({ problems, unchecked, trust = null, ...counts }: CheckOutcome): string {
  const { quotes, citations, claims } = counts;
  const checked = `${[counted(quotes, 'quotation'), counted(citations, 'citation'), counted(claims, 'claim')].join(', ')} checked against the stored text`;
  return present(
    problems.length === 0
      ? `verified: ${checked}, no problems`
      : `NOT verified: ${counted(problems.length, 'problem')}; ${checked}`,
    ...problems.map((line) => `  - ${toPlainLine(line)}`),
    trust !== null && trust.confirmed + trust.notJudged > 0 && `when written: ${describeStatements(trust)}`,
    unchecked.length > 0 && `not checked: ${unchecked.map(toPlainLine).join('; ')}`,
  ).join('\n');
}

export interface ShownBundle {
  readonly path: string;
  readonly files: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly originalsMissing: readonly { readonly locator: string; readonly reason: string }[];
  /** Why the history is not in it; null: it is. */
  readonly historyMissing: string | null;
  readonly problems: readonly string[];
}

const MAX_LISTED = 5;

/** What was written, what is not in it, and how others check it. */
export function renderBundle({ path, files, bytes, sha256, originalsMissing, historyMissing, problems }: ShownBundle) {
  const missing = originalsMissing.length;
  return present(
    `${toPlainLine(path)}: ${counted(files, 'file')}, ${formatBytes(bytes)}`,
    `SHA-256 ${sha256}`,
    missing > 0 && `Only the text is included for ${counted(missing, 'document')}:`,
    ...originalsMissing
      .slice(0, MAX_LISTED)
      .map(({ locator, reason }) => `  ${toPlainLine(locator)}: ${toPlainLine(reason)}`),
    missing > MAX_LISTED && `  and ${missing - MAX_LISTED} more, all listed in MANIFEST.json`,
    historyMissing !== null &&
      `The history in Temporal is missing: ${toPlainLine(historyMissing)}. Start the server and export again to have it: ${commands.up()}`,
    problems.length > 0 && 'It does not pass its own check:',
    ...problems.map((line) => `  - ${toPlainLine(line)}`),
    `Check it anywhere, offline: ${commands.verify(path)}`,
  ).join('\n');
}

/** What `verify` shows of a bundle; `manifest` is null where it cannot be believed. */
export interface CheckedBundle extends CheckOutcome {
  readonly files: number;
  readonly manifest: {
    readonly researchId: string;
    readonly createdAt: string;
    readonly history: { readonly included: boolean };
    readonly originalsMissing: readonly unknown[];
  } | null;
}

/** What `verify` found in a bundle. */
export function renderBundleVerification(checked: CheckedBundle): string {
  const { manifest, files, problems } = checked;
  const isSound = problems.length === 0;
  const missing = manifest?.originalsMissing.length ?? 0;
  const without = present(
    manifest?.history.included === false && 'the history',
    missing > 0 && `the original of ${counted(missing, 'document')}`,
  );
  return present(
    manifest && `Audit bundle of ${toPlainLine(manifest.researchId)}, written ${toPlainLine(manifest.createdAt)}`,
    isSound && `all ${counted(files, 'file')} match the list; none is missing or extra`,
    renderVerification(checked),
    without.length > 0 && `not included: ${without.join(', ')}`,
    isSound && 'not proved: who wrote it, and when. It is not signed.',
  ).join('\n');
}
