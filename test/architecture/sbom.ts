import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type LockedPackage, readLockedPackages } from './locked-packages.ts';

/** A package as CycloneDX 1.6 has it. */
export interface SbomComponent {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  /** An expression of SPDX, or else a name; none where the package states none. */
  readonly licenses: readonly ({ readonly expression: string } | { readonly license: { readonly name: string } })[];
  readonly hashes: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
}

/** What the program consists of: itself, and each package that it needs on some machine. `npm sbom` leaves some of them out. */
export function createSbom(packages: readonly LockedPackage[], { name, version }: { name: string; version: string }) {
  const needed = packages.filter(({ isForDevelopment }) => !isForDevelopment);
  const components = new Map(needed.map((each) => [purlOf(each), componentOf(each)]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        name,
        version,
        purl: purlOf({ name, version }),
        licenses: [{ expression: 'Apache-2.0' }],
      },
    },
    components: [...components.values()],
  };
}

const SPDX = /^\(?[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*\)?$/;

function componentOf(each: LockedPackage): SbomComponent {
  const { name, version, licence, integrity } = each;
  const purl = purlOf(each);
  const content = Buffer.from(integrity?.replace(/^sha512-/, '') ?? '', 'base64').toString('hex');
  const hashes = [{ alg: 'SHA-512' as const, content }];
  const licenses = SPDX.test(licence) ? [{ expression: licence }] : [{ license: { name: licence } }];
  const stated = licence === 'not stated' ? [] : licenses;
  return { type: 'library', 'bom-ref': purl, name, version, purl, licenses: stated, hashes };
}

/** https://github.com/package-url/purl-spec */
function purlOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  process.stdout.write(`${JSON.stringify(createSbom(readLockedPackages('.'), manifest), null, 2)}\n`);
}
