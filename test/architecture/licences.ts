// Lists every package that is needed to run the project, with version and licence: npm run licences
import { readLockedPackages } from './locked-packages.ts';

const packages = readLockedPackages().filter(({ isForDevelopment }) => !isForDevelopment);
const lines = packages.map(({ name, version, licence }) => `${name} ${version}\t${licence}`);
process.stdout.write(`${[...new Set(lines)].join('\n')}\n`);
