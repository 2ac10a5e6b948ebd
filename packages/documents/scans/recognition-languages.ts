import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Packages with the data of a language each: what it takes to recognise its words in pictures. */
const PACKAGES = '@tesseract.js-data';
/** As exact as the larger data in the packages (measured on pages in English, German and French), and loaded sooner. */
const EDITION = '4.0.0_best_int';

const { resolve } = createRequire(import.meta.url);

/** Codes of the installed languages, like `eng`, with the folder of their data. */
export function installedLanguages(): ReadonlyMap<string, string> {
  const found = (resolve.paths(`${PACKAGES}/eng`) ?? []).flatMap((modules) =>
    namesIn(join(modules, PACKAGES)).map((code) => [code, join(modules, PACKAGES, code, EDITION)] as const),
  );
  // The nearest comes first, and wins.
  return new Map(found.reverse());
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What is missing for these languages, and how to install it; null when nothing is. @param languages like `deu+eng` */
export function problemOfLanguages(languages: string): string | null {
  const installed = installedLanguages();
  const missing = languages.split('+').filter((code) => !installed.has(code));
  if (missing.length === 0) return null;
  const packages = missing.map((code) => `${PACKAGES}/${code}`).join(' ');
  return `data for ${missing.join(', ')} is not installed: npm install ${packages}; installed: ${[...installed.keys()].sort().join(', ') || 'none'}`;
}
