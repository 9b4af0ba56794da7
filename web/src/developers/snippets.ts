import node from './snippets/verify.mjs?raw';
import python from './snippets/verify.py?raw';

/** Whole receivers, each as short as it can be. More languages, and those that the tests run, are in examples/receivers. */
export const SNIPPETS = [
  { name: 'Node.js', code: node },
  { name: 'Python', code: python },
];
