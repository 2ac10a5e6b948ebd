import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { findDependencyProblems } from './dependency-rules.ts';
import { readLockedPackages } from './locked-packages.ts';
import { createSbom, type SbomComponent } from './sbom.ts';

/** What the manifests of the project's own packages ask for. */
function demanded(): string[] {
  const own = readdirSync('packages').map((name) => `packages/${name}/package.json`);
  const asked = ['package.json', ...own].flatMap((path) =>
    Object.keys(JSON.parse(readFileSync(path, 'utf8')).dependencies ?? {}),
  );
  return asked.filter((name) => !name.startsWith('@plumbline/'));
}

describe('the bill of materials', () => {
  it('is printed as CycloneDX, with each package that a part of the program asks for', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['test/architecture/sbom.ts']);
    const { bomFormat, specVersion, components } = JSON.parse(stdout);
    const names = new Set(components.map(({ name }: SbomComponent) => name));

    expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.6']);
    expect(demanded().filter((name) => !names.has(name))).toEqual([]);
    for (const name of ['vitest', 'oxlint', 'playwright']) expect(names).not.toContain(name);
  });

  it('states of each one address, licence and the hash that the lockfile demands', () => {
    const packages = readLockedPackages('.');
    const { components } = createSbom(packages, { name: 'plumbline', version: '0.1.0' });
    const integrities = new Set(packages.map(({ integrity }) => integrity));

    expect(components.length).toBeGreaterThan(200);
    expect(new Set(components.map((each) => each['bom-ref'])).size).toBe(components.length);
    // Its file LICENSE is the Unlicense, which its manifest does not say.
    expect(components.filter(({ licenses }) => licenses.length === 0).map(({ name }) => name)).toEqual(['unionfs']);
    for (const { purl, hashes } of components) {
      expect(purl).toMatch(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d[\w.+-]*$/);
      expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
      const written = `sha512-${Buffer.from(hashes[0]?.content ?? '', 'hex').toString('base64')}`;
      expect(integrities).toContain(written);
    }
  });

  it('has no package whose licence or source would be refused', () => {
    const { components } = createSbom(readLockedPackages('.'), { name: 'plumbline', version: '0.1.0' });
    const named = new Set(components.map(({ name, version }) => `${name}@${version}`));
    const shipped = readLockedPackages('.').filter(({ name, version }) => named.has(`${name}@${version}`));

    expect(findDependencyProblems(shipped, new Set(shipped.map(({ name }) => name)))).toEqual([]);
  });
});
