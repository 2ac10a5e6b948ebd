import type { LockedPackage } from './locked-packages.ts';

/** Licences that let anybody use, change and pass on the package together with other code. */
const PERMISSIVE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages whose manifests say it in another form; each was read in its LICENSE file, or is data alone. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  // A table of browser versions, which needs naming its source and nothing else.
  'caniuse-lite': 'CC-BY-4.0',
  // Bitstream Vera: anybody may use, change and embed the fonts; changed ones need another name.
  'dejavu-fonts-ttf': 'SEE LICENSE IN README.md AND LICENSE',
  busboy: 'not stated',
  dicer: 'not stated',
  duck: 'BSD',
  'humanize-number': 'not stated',
  'json-bignum': 'not stated',
  only: 'not stated',
  streamsearch: 'not stated',
  unionfs: 'not stated',
};

/** Everything about the packages that must not be, as sentences. */
export function findDependencyProblems(
  packages: readonly LockedPackage[],
  scriptDecisions: ReadonlySet<string>,
): string[] {
  return packages.flatMap((each) =>
    [
      !/^sha512-[A-Za-z0-9+/]{86}==$/.test(each.integrity ?? '') && 'has no SHA-512 integrity',
      // Packages of the registry name no place in this lockfile: .npmrc leaves it out.
      each.resolved !== null && `comes from ${each.resolved}`,
      !isPermissive(each) && `has the licence ${each.licence}`,
      each.hasInstallScript &&
        !scriptDecisions.has(each.name) &&
        'has an install script that allowScripts does not name',
    ]
      .filter((problem) => problem !== false)
      .map((problem) => `${each.name}@${each.version} ${problem}`),
  );
}

/** Reads `(A OR B)` and `A AND B`; of a choice one permissive licence is enough. */
function isPermissive({ name, licence }: LockedPackage): boolean {
  if (READ_BY_HAND[name] === licence) return true;
  const expression = licence.replaceAll(/[()]/g, '');
  return expression.split(' OR ').some((choice) => choice.split(' AND ').every((part) => PERMISSIVE.has(part)));
}
