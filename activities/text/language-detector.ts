import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { eld } from 'eld/medium';
import { type NgramData, openNgramTable } from './ngram-table.ts';

type Detector = Pick<typeof eld, 'detect'>;

/** The part of eld 2.1.0 that makes a detector of data; its entry points bring theirs along. */
interface DetectorFactory {
  readonly createEld: () => { readonly instance: Detector; readonly loadData: (data: NgramData) => void };
}

const ELD = import.meta.resolve('eld/medium');
const FACTORY = new URL('../languageDetector.js', ELD);
const TABLE = fileURLToPath(new URL('../../../.cache/plumbline/language-table.bin', ELD));

const load = createRequire(import.meta.url);
let detector: Detector | undefined;

/** eld's detector with its data of medium size, loaded on first use. */
export function languageDetector(): Detector {
  detector ??= loadDetector();
  return detector;
}

/** Without the table, from eld's own module: that takes 170 MB and a third of a second. */
function loadDetector(): Detector {
  const data = openNgramTable(TABLE);
  if (data === undefined) return (load(fileURLToPath(ELD)) as { readonly eld: Detector }).eld;
  const { instance, loadData } = (load(fileURLToPath(FACTORY)) as DetectorFactory).createEld();
  loadData(data);
  return instance;
}
