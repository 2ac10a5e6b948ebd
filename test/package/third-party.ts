import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../workers/install/installation.js';
import { readLockedPackages } from '../architecture/locked-packages.ts';

const LICENCE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/iu;

/** Licences of the packages whose code is part of the program, each text once. */
export function thirdPartyLicences(): string {
  const packages = readLockedPackages().filter(({ isForDevelopment }) => !isForDevelopment);
  const named = packages.map(({ name, version, licence }) => ({
    title: `${name} ${version} (${licence})`,
    text: licenceTexts(join(PROJECT, 'node_modules', name)),
  }));
  const texts = Map.groupBy(named, ({ text }) => text);
  return [...texts]
    .map(([text, owners]) => `${owners.map(({ title }) => title).join('\n')}\n\n${text}`)
    .join(SEPARATOR);
}

const SEPARATOR = `\n\n${'-'.repeat(80)}\n\n`;

/** Empty where a package has none, or is not installed on this platform. */
function licenceTexts(folder: string): string {
  try {
    const names = readdirSync(folder).filter((name) => LICENCE.test(name));
    return names.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
  } catch {
    return '';
  }
}
