import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isBindingElement,
  isComputedPropertyName,
  isElementAccessExpression,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';
import { expect, onTestFinished, test } from 'vitest';
import { folder } from '../support/databases/store.ts';

const ROOT = process.cwd();

/** Objects that are looked into by a word whose type does not bound it, and why that word is never a stranger's. */
const OURS: readonly (readonly [file: string, access: string, why: string])[] = [
  ['src/config.ts', 'env[name]', 'the names of settings'],
  ['src/config.ts', 'filled[name]', 'the names of settings'],
  ['src/hosting/answers/reading.ts', 'came[theirs]', 'the names of a schema'],
  ['src/hosting/answers/reading.ts', 'kept[ours]', 'the names of a schema'],
  ['src/store/admin/copy.ts', 'row[column]', 'the columns of a table'],
  ['src/store/admin/rotate-keys.ts', 'row[sealed.column]', 'the columns of a table'],
  ['src/store/database/sql.ts', 'row[column]', 'the columns of a query'],
  ['src/store/database/tables.ts', 'row[column]', 'the columns of a table'],
  ['src/telegram/i18n/fluent.ts', 'load.cache[path]', 'the path of a package'],
];

/** The settings of a project that is the bot alone: with the tests it has twice the files. */
function settingsOfBot(): string {
  const path = join(folder(), 'tsconfig.json');
  const compilerOptions = { typeRoots: [`${ROOT}/node_modules/@types`] };
  const files = { include: [`${ROOT}/src`], exclude: [`${ROOT}/src/sandbox`] };
  writeFileSync(path, JSON.stringify({ extends: `${ROOT}/tsconfig.json`, compilerOptions, ...files }));
  return path;
}

test('no object is a map of words from elsewhere: `constructor` and `__proto__` are in all of them', () => {
  const api = new API({ cwd: ROOT });
  onTestFinished(() => api.close());
  const project = api.updateSnapshot({ openProject: settingsOfBot() }).getProjects()[0];
  if (!project) throw new Error('no project');
  const { checker, program } = project;
  const string = checker.getStringType();
  const found = new Set<string>();
  for (const path of program.getSourceFileNames()) {
    const file = relative(ROOT, path);
    if (!file.startsWith('src/') || file.startsWith('src/sandbox/')) continue;
    const source = program.getSourceFile(path);
    const visit = (node: Node): undefined => {
      const key = keyOf(node);
      const type = key && checker.getTypeAtLocation(key);
      const bound = type && (checker.getBaseConstraintOfType(type) ?? type);
      // Where any string would do for the key, nothing bounds it.
      if (bound && checker.isTypeAssignableTo(string, bound)) found.add(`${file}: ${node.getText(source)}`);
      node.forEachChild(visit);
    };
    if (source) visit(source);
  }
  expect([...found].sort()).toEqual([...new Set(OURS.map(([file, access]) => `${file}: ${access}`))].sort());
});

/** The keys read from an object in brackets, by `in`, or by destructuring. */
function keyOf(node: Node): Node | undefined {
  if (isElementAccessExpression(node)) return node.argumentExpression;
  if (isBinaryExpression(node)) return node.operatorToken.kind === SyntaxKind.InKeyword ? node.left : undefined;
  const name = isBindingElement(node) ? node.propertyName : undefined;
  return name && isComputedPropertyName(name) ? name.expression : undefined;
}
