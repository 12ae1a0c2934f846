// Selectors of controls.

export const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=checkbox], ' +
  '[role=radio], [role=switch], [role=tab], [role=option], [role^=menuitem], [role=treeitem], [role=combobox], ' +
  '[role=slider], [role=textbox], [role=gridcell], [contenteditable]:not([contenteditable=false])';

/** Fields that a person fills in. */
export const FILLABLE =
  'input:not([type=hidden], [type=submit], [type=image], [type=button], [type=reset]), select, textarea, ' +
  '[contenteditable]:not([contenteditable=false]), [role=textbox], ' +
  '[role=combobox], [role=searchbox], [role=checkbox], [role=radio], [role=switch], [role=slider], [role=spinbutton]';

/** Those, and the buttons that submit them, are described wherever they are. */
export const FIELDS = `${FILLABLE}, form button, input:not([type=hidden])`;
