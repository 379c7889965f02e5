/** Walks the trees of the parsers, which are plain objects, without recursion. */
import type { Tree } from './load.ts';

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const treeIn = (tree: Tree | undefined, key: string): Tree | undefined => {
  const value = tree?.[key];
  return isTree(value) ? value : undefined;
};

export const listIn = (tree: Tree | undefined, key: string): unknown[] => {
  const value = tree?.[key];
  return Array.isArray(value) ? value : [];
};

export const textIn = (tree: Tree | undefined, key: string): string => {
  const value = tree?.[key];
  return typeof value === 'string' ? value : '';
};

/**
 * Visits an object and each object below it. `enter` says whether its members are visited too.
 * @param enter also gets the key under which the object stands.
 */
export function eachTree(root: unknown, enter: (tree: Tree, key: string) => boolean): void {
  const values = [root];
  const keys = [''];
  while (values.length > 0) {
    const value = values.pop();
    const key = keys.pop() ?? '';
    if (Array.isArray(value)) {
      for (const item of value) {
        if (typeof item !== 'object' || item === null) continue;
        values.push(item);
        keys.push(key);
      }
    } else if (isTree(value) && enter(value, key)) {
      for (const name in value) {
        const member = value[name];
        if (typeof member !== 'object' || member === null) continue;
        values.push(member);
        keys.push(name);
      }
    }
  }
}

export function holds(root: unknown, matches: (tree: Tree, key: string) => boolean): boolean {
  let found = false;
  eachTree(root, (tree, key) => {
    found ||= matches(tree, key);
    return !found;
  });
  return found;
}
