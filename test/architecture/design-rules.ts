import { parse } from 'yaml';
import { z } from 'zod';

/** One row of a table of `docs/designs.md`. */
export interface Demand {
  readonly section: string;
  readonly number: number;
  /** Ends of paths: `context-tier.ts`, `steps/understand-message.ts`. */
  readonly where: readonly string[];
  /** The same of test files, without `.test.ts`. */
  readonly proof: readonly string[];
  readonly today: string;
}

/** By section and number: `file > title`. */
export type Proofs = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export interface Sources {
  /** From the root of the repository. */
  readonly paths: readonly string[];
  readonly read: (path: string) => string;
}

const ROW = /^\| (?<number>\d+) \| [^|]+ \| (?<where>[^|]*)\| (?<proof>[^|]*)\| (?<today>[^|]+) \|$/u;
const STANDINGS = ['yes', 'better', 'measured', 'differs', 'not proven', 'fell back', 'missing'] as const;
/** As `vitest.config.ts` takes tests into its rings. */
const IN_A_RING =
  /^(?:packages\/[^/]+\/)?test\/(?:unit|contract|architecture|replay|promises|integration|e2e)\/.*\.test\.ts$/u;
const TEST = '.test.ts';

/** The rows of the tables with a column of proofs, under the headings of their sections. */
export function readDemands(page: string): Demand[] {
  let section = '';
  return page.split('\n').flatMap((line) => {
    section = /^## (.*)$/u.exec(line)?.[1] ?? section;
    const { number = '', where = '', proof = '', today = '' } = ROW.exec(line)?.groups ?? {};
    if (number === '') return [];
    return [{ section, number: Number(number), where: namesIn(where), proof: namesIn(proof), today }];
  });
}

/** What is given up without a model, by section and number, where each entry links its decision. */
export function readGivenUp(page: string): Pick<Demand, 'section' | 'number'>[] {
  const rows = page.matchAll(
    /^\| [^|]+ \| (?<section>[a-z ]+?) (?<numbers>[\d, ]+) \| \[\d{4}\]\(decisions\/[^)]+\) \|$/gmu,
  );
  return [...rows].flatMap(({ groups }) => {
    const { section = '', numbers = '' } = groups ?? {};
    return numbers.split(',').map((number) => ({ section: section.trim(), number: Number(number) }));
  });
}

export function readProofs(text: string): Proofs {
  return z.record(z.string(), z.record(z.string(), z.array(z.string()).min(1))).parse(parse(text));
}

/** What is claimed and cannot be looked up: files, tests and reasons. */
export function findFaults(demands: readonly Demand[], proofs: Proofs, sources: Sources): string[] {
  const strangers = Object.entries(proofs).flatMap(([section, numbers]) =>
    Object.keys(numbers)
      .filter((number) => !demands.some((one) => one.section === section && String(one.number) === number))
      .map((number) => `${section} ${number}: no such demand`),
  );
  const faults = demands.flatMap((demand) => {
    const proof = proofs[demand.section]?.[demand.number] ?? [];
    const found = [
      ...demand.where.flatMap((name) => filesFault(name, sources)),
      ...proofFaults(demand, proof),
      ...[...new Set(proof.map(fileOf))].flatMap((name) => testsFault(name, sources)),
      ...proof.flatMap((one) => titleFault(one, sources)),
      ...standingFault(demand),
    ];
    return found.map((fault) => `${demand.section} ${demand.number}: ${fault}`);
  });
  return [...faults, ...strangers];
}

/** The sentence that the page begins with. */
export function countDemands(demands: readonly Demand[], givenUp: readonly unknown[]): string {
  const count = (...standings: readonly string[]) =>
    demands.filter((one) => standings.includes(standingOf(one))).length;
  const byModel = demands.filter(({ today }) => /^(?:yes|better), with a model/u.test(today)).length;
  const proven = demands.filter((one) => one.proof.length > 0).length;
  return [
    `Of ${demands.length} demands: ${count('yes', 'better')} fulfilled or better (${byModel} of them with a model),`,
    `${count('measured')} measured by a command, ${count('differs')} different with a reason, ${count('not proven')} not proven,`,
    `${count('fell back')} fallen back, ${count('missing')} missing. Tests prove ${proven} by running.`,
    `Without a model ${givenUp.length} are given up.`,
  ].join(' ');
}

function proofFaults({ proof, today }: Demand, given: readonly string[]): string[] {
  const files = [...new Set(given.map(fileOf))];
  if (files.length === 0 && proof.length === 0) return /^(?:not proven|measured)/u.test(today) ? [] : ['no proof'];
  const isSame = files.length === proof.length && files.every((file) => proof.includes(file));
  return isSame ? [] : [`the proofs are in ${files.join(', ') || '–'}, and the page names ${proof.join(', ') || '–'}`];
}

function filesFault(name: string, { paths }: Sources): string[] {
  const files = endingIn(paths, name).filter((path) => !path.endsWith(TEST) && !path.startsWith('test/'));
  return files.length === 1 ? [] : [files.length === 0 ? `no file ${name}` : `${files.length} files ${name}`];
}

function testsFault(name: string, { paths }: Sources): string[] {
  const files = testFilesOf(name, paths);
  return files.length === 1 ? [] : [files.length === 0 ? `no test file ${name}` : `${files.length} test files ${name}`];
}

/** A title is one string of its file, of a test, a group or a case; a test that is left out proves nothing. */
function titleFault(proof: string, { paths, read }: Sources): string[] {
  const [path, ...others] = testFilesOf(fileOf(proof), paths);
  if (path === undefined || others.length > 0) return [];
  const title = proof.slice(fileOf(proof).length + ' > '.length);
  const text = read(path);
  const isThere = ["'", '"', '`'].some((mark) => {
    const written = `${mark}${title.replaceAll(mark, `\\${mark}`)}${mark}`;
    const before = text.slice(0, Math.max(0, text.indexOf(written)));
    return text.includes(written) && !/\.(?:skip|todo)\(\s*$/u.test(before);
  });
  return isThere ? [] : [`${fileOf(proof)} has no test “${title}”`];
}

function standingFault(demand: Demand): string[] {
  const standing = standingOf(demand);
  if (standing === '') return [`what is “${demand.today}”?`];
  const isUnlinked = ['differs', 'measured'].includes(standing) && !demand.today.includes('](');
  return isUnlinked ? [`${standing} without a link`] : [];
}

function standingOf({ today }: Demand): string {
  return STANDINGS.find((one) => today.startsWith(one)) ?? '';
}

function fileOf(proof: string): string {
  return proof.split(' > ', 1).join();
}

function testFilesOf(name: string, paths: readonly string[]): string[] {
  return endingIn(paths, `${name}${TEST}`).filter((path) => IN_A_RING.test(path));
}

/** `./name` is a file of the root. */
function endingIn(paths: readonly string[], name: string): string[] {
  if (name.startsWith('./')) return paths.filter((path) => path === name.slice(2));
  return paths.filter((path) => path === name || path.endsWith(`/${name}`));
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name);
}
