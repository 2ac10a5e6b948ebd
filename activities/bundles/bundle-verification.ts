import type { ResearchRecord } from '../../workflows/contracts/report.ts';
import { createStoredTexts } from '../citations/stored-quotes.ts';
import { parseRecord } from '../report/record-reading.ts';
import { RecordDamagedError, RecordUnreadableError } from '../report/record-unreadable-error.ts';
import { checkRecord, type RecordVerification } from '../report/record-verification.ts';
import { RULES_VERSION } from '../report/rules-version.ts';
import { BlobNotFoundError } from '../storage/blob-errors.ts';
import { toJson } from '../storage/json-files.ts';
import { archiveFault } from './archive-comparison.ts';
import { BundleRefusedError } from './bundle-errors.ts';
import { type BundleManifest, BundlePath, quotationsSchema, textPathOf } from './bundle-format.ts';
import { fileProblems, parseJson, readManifest } from './bundle-integrity.ts';
import { type OpenedBundle, openBundle } from './bundle-reading.ts';
import { decisionsOf } from './decisions.ts';
import { quotationFaults, quotationsOf } from './quotations.ts';
import { sourceListDiffers, sourceListFaults, sourceListSchema } from './source-list.ts';

/** What was found in a bundle; the counts are 0 where files were changed, as then nothing else is looked at. */
export interface BundleVerification extends RecordVerification {
  readonly files: number;
  /** Null where the manifest cannot be believed. */
  readonly manifest: Pick<BundleManifest, 'researchId' | 'createdAt' | 'history' | 'originalsMissing'> | null;
}

const NOTHING_CHECKED = { quotes: 0, citations: 0, claims: 0, unchecked: [] };

/**
 * Checks a bundle with nothing but itself: every file against its hash, every quotation against its text, every claim,
 * the rendering, and the archive byte for byte.
 *
 * @throws {BundleVersionError}
 */
export async function verifyBundle(path: string): Promise<BundleVerification> {
  try {
    const bundle = await openBundle(path);
    try {
      return await verifyOpened(path, bundle);
    } finally {
      bundle.close();
    }
  } catch (error) {
    if (!(error instanceof BundleRefusedError)) throw error;
    return { problems: [error.message], files: 0, manifest: null, ...NOTHING_CHECKED };
  }
}

async function verifyOpened(path: string, bundle: OpenedBundle): Promise<BundleVerification> {
  const { manifest, problems } = await readManifest(bundle);
  const files = bundle.entries.length;
  if (manifest === null) return { problems, files, manifest, ...NOTHING_CHECKED };
  const changed = [...problems, ...(await fileProblems(bundle, manifest))];
  const about = { files, manifest };
  if (changed.length > 0) return { problems: changed, ...about, ...NOTHING_CHECKED };
  const checked = await checkContents(bundle, manifest);
  const fault = await archiveFault(path, bundle);
  return { ...checked, ...about, problems: [...checked.problems, ...(fault === null ? [] : [fault])] };
}

async function checkContents(bundle: OpenedBundle, manifest: BundleManifest): Promise<RecordVerification> {
  const text = async (file: string) => (await bundle.read(file))?.toString('utf8') ?? '';
  const quotations = parseJson(BundlePath.Quotations, await text(BundlePath.Quotations), quotationsSchema);
  const sources = parseJson(BundlePath.Sources, await text(BundlePath.Sources), sourceListSchema);
  const faults = [
    ...(await quotationFaults(quotations, (file) => bundle.read(file))),
    ...sourceListFaults(sources, new Set(bundle.entries.map(({ path }) => path))),
  ];
  const record = readRecord(await text(BundlePath.Record));
  if ('problem' in record) return { ...NOTHING_CHECKED, problems: [...faults, record.problem] };
  const quotes = quotations.quotations.length;
  if ('unchecked' in record) return { ...NOTHING_CHECKED, quotes, problems: faults, unchecked: [record.unchecked] };
  const texts = textsOf(bundle);
  const hasPresentRules = manifest.rulesVersion === RULES_VERSION;
  const markdown = await text(BundlePath.Markdown);
  const checked = await checkRecord({ record, texts, markdown, markdownPath: BundlePath.Markdown, hasPresentRules });
  const derived = [
    ...(record.researchId === manifest.researchId ? [] : [`${BundlePath.Manifest} names another run than report.json`]),
    ...(sourceListDiffers(sources, record) ? [notAsRecorded(BundlePath.Sources)] : []),
    ...differs(BundlePath.Quotations, await text(BundlePath.Quotations), await quotationsOf(record, texts)),
    // Newer rules add settings and their defaults, so that the same decisions read differently.
    ...(hasPresentRules ? differs(BundlePath.Decisions, await text(BundlePath.Decisions), decisionsOf(record)) : []),
  ];
  return { ...checked, problems: [...faults, ...checked.problems, ...derived] };
}

function differs(path: string, text: string, expected: unknown): string[] {
  return text === toJson(expected) ? [] : [notAsRecorded(path)];
}

function notAsRecorded(path: string): string {
  return `${path} is not what ${BundlePath.Record} says`;
}

type RecordReading = ResearchRecord | { readonly problem: string } | { readonly unchecked: string };

/** A record of another schema version is no fault: its quotations can still be checked. */
function readRecord(text: string): RecordReading {
  try {
    return parseRecord(BundlePath.Record, text);
  } catch (error) {
    if (error instanceof RecordDamagedError) return { problem: error.message };
    if (!(error instanceof RecordUnreadableError)) throw error;
    return error.name === 'NoRecordError' ? { problem: error.message } : { unchecked: error.message };
  }
}

function textsOf(bundle: OpenedBundle) {
  return createStoredTexts({
    async getText({ sha256 }) {
      const bytes = await bundle.read(textPathOf(sha256));
      if (bytes === null) throw new BlobNotFoundError(sha256);
      return bytes.toString('utf8');
    },
  });
}
