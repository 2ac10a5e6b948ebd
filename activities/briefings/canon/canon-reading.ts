import { join } from 'node:path';
import type { BriefingCanon } from '../../../workflows/contracts/briefing-canon.ts';
import type { BriefingKind } from '../../../workflows/contracts/briefing-slot.ts';
import type { Theme } from '../../../workflows/contracts/briefing-state.ts';
import { CANON_FILES } from '../briefing-paths.ts';
import { BriefingFileError } from '../folder/briefing-file-error.ts';
import { missingFile } from '../folder/settings-reading.ts';
import type { ReadText } from '../folder/text-reading.ts';
import { readableLines } from './canon-text.ts';
import { parseSources } from './listed-sources.ts';
import { parseMethodology, selectRules } from './methodology.ts';
import { parseTaxonomy } from './taxonomy.ts';

export interface CanonRequest {
  readonly folder: string;
  readonly kind: BriefingKind;
  readonly themes: readonly Theme[];
}

/** The four canonical documents. @throws {BriefingFileError} with the faults of all of them */
export async function readCanonicalDocuments(
  { folder, ...named }: CanonRequest,
  read: ReadText,
): Promise<BriefingCanon> {
  const { methodology, conviction, taxonomy, sources } = CANON_FILES;
  const faults: string[] = [];
  const parsed = async <Value>(file: string, parse: (file: string, text: string) => Value): Promise<Value | null> => {
    try {
      const text = await read(join(folder, file));
      if (text === null) throw missingFile(folder, file);
      return parse(file, text);
    } catch (error) {
      if (!(error instanceof BriefingFileError)) throw error;
      faults.push(...error.faults);
      return null;
    }
  };
  const documents = {
    methodology: await parsed(methodology, parseMethodology),
    conviction: await parsed(conviction, parseConviction),
    taxonomy: await parsed(taxonomy, parseTaxonomy),
    sources: await parsed(sources, parseSources),
  };
  if (faults.length > 0) throw new BriefingFileError(faults);
  return {
    methodology: selectRules(documents.methodology ?? [], named),
    conviction: documents.conviction ?? '',
    taxonomy: documents.taxonomy ?? [],
    sources: documents.sources ?? [],
  };
}

function parseConviction(file: string, text: string): string {
  readableLines(file, text);
  return text.trim();
}
