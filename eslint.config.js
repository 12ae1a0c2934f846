import js from '@eslint/js';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import globals from 'globals';

const SCRIPTS = [
  'src/actwright/engine/page/inject/page_world/*.js', 'src/actwright/recording/export/*.js', 'src/actwright/engine/records/*.js',
  'src/actwright/compare/*.js', 'src/actwright/jobs/review/*.js', 'src/actwright/testing/site/static/shadow.js',
  'benchmarks/**/*.js',
];

export default [
  { ignores: ['src/actwright/engine/page/inject/bundle.js', 'benchmarks/page/sets/', 'benchmarks/widgets/', '**/node_modules/', '.venv/', 'build/', 'site/'] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 'latest', globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createNodeResolver()] },
    rules: {
      'eqeqeq': 'error',
      'no-shadow': 'error',
      'import-x/no-cycle': 'error',
      'import-x/no-unresolved': 'error',
      'import-x/named': 'error',
    },
  },
  {
    files: ['src/actwright/engine/page/inject/**/*.js'],
    ignores: ['src/actwright/engine/page/inject/page_world/**'], // each file is one function, given to the page's own world
    rules: {
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', { max: 65, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: SCRIPTS, languageOptions: { sourceType: 'script' } },
  { files: ['scripts/*.js', 'eslint.config.js'], languageOptions: { globals: globals.node } },
];
