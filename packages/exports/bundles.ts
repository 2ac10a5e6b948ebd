export { type BundleMaterial, collectBundle } from './bundles/bundle-contents.ts';
export { archiveSizeOf, BundleNotPossibleError, BundleVersionError } from './bundles/bundle-format.ts';
export { type BundleVerification, verifyBundle } from './bundles/bundle-verification.ts';
export { openArchive, writeBundle, type WrittenBundle } from './bundles/bundle-archive.ts';
