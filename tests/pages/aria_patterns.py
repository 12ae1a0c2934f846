"""Pages with patterns of the ARIA Authoring Practices Guide, written anew; what is done is pushed to `log`."""

PATTERNS = {
    "treegrid": r"""<table role=treegrid aria-label=Inbox>
<tr role=row><th role=columnheader aria-sort=ascending><button>Subject</button><th role=columnheader>From
<tr role=row tabindex=0 aria-level=1 aria-posinset=1 aria-setsize=2 aria-expanded=false id=r1><td role=gridcell>Treegrids<td role=gridcell><a href=#x tabindex=-1>ada@x.org</a>
<tr role=row tabindex=-1 aria-level=2 aria-posinset=1 aria-setsize=1 hidden id=r2><td role=gridcell>Re: Treegrids<td role=gridcell><a href=#x tabindex=-1>bob@x.org</a>
<tr role=row tabindex=-1 aria-level=1 aria-posinset=2 aria-setsize=2 aria-selected=true id=r3><td role=gridcell>Drafts<td role=gridcell><a href=#x tabindex=-1>cy@x.org</a></table>
<script>const set=(o)=>{r1.setAttribute('aria-expanded',o);r2.hidden=!o;log.push(o?'opened':'closed')};
r1.onkeydown=(e)=>{if(e.key==='ArrowRight')set(true);if(e.key==='ArrowLeft')set(false)};
r1.onclick=()=>set(r1.getAttribute('aria-expanded')==='false');
r3.onclick=()=>log.push('drafts');r3.onkeydown=(e)=>log.push('key '+e.key)</script>""",
    "grid": r"""<table role=grid aria-label=Days>
<tr><th scope=col aria-sort=descending tabindex=0>Mon<th scope=col tabindex=-1>Tue
<tr><td tabindex=-1>1<td tabindex=-1 aria-selected=true>2
<tr><td tabindex=-1>3<td tabindex=-1 aria-disabled=true>4</table>
<script>const g=document.querySelector('table');g.onclick=(e)=>{const c=e.target.closest('td,th');if(c){for(const x of g.querySelectorAll('td,th'))x.tabIndex=-1;c.tabIndex=0;c.focus();log.push(c.textContent.trim())}}</script>""",
    "combobox-grid": r"""<label for=c>Fruit</label><input id=c role=combobox aria-expanded=false aria-haspopup=grid aria-controls=g autocomplete=off>
<div role=grid id=g aria-label=Suggestions hidden></div><script>const all=[['Apple','Fruit'],['Apricot','Fruit'],['Asparagus','Vegetable'],['Banana','Fruit']];
c.oninput=()=>{const f=all.filter(([n])=>c.value&&n.toLowerCase().startsWith(c.value.toLowerCase()));g.innerHTML=f.map(([n,k],i)=>`<div role=row id=o${i}><div role=gridcell>${n}</div><div role=gridcell>${k}</div></div>`).join('');g.hidden=!f.length;c.setAttribute('aria-expanded',f.length>0)};
g.onclick=(e)=>{const r=e.target.closest('[role=row]');c.value=r.firstElementChild.textContent;g.hidden=true;c.setAttribute('aria-expanded',false);log.push(c.value)}</script>""",
    "tree-owns": r"""<ul role=tree aria-label=Files aria-owns="late"><li role=treeitem aria-level=1 aria-posinset=1 aria-setsize=3 aria-expanded=true tabindex=0>Projects<ul role=group><li role=treeitem aria-level=2 aria-posinset=1 aria-setsize=1 tabindex=-1 aria-selected=true>one.docx</ul>
<li role=treeitem aria-level=1 aria-posinset=2 aria-setsize=3 aria-expanded=false tabindex=-1>Reports</ul><div role=treeitem id=late aria-level=1 aria-posinset=3 aria-setsize=3 tabindex=-1>Letters</div>
<script>for(const t of document.querySelectorAll('[role=treeitem]'))t.onclick=(e)=>{e.stopPropagation();if(t.ariaExpanded)t.ariaExpanded=t.ariaExpanded==='true'?'false':'true';log.push(t.firstChild.data.trim()+' '+(t.ariaExpanded??''))}</script>""",
    "slider-two": r"""<div role=group aria-label=Price style="position:relative;height:30px;width:300px;background:#eee"><div role=slider tabindex=0 aria-label="Lowest price" aria-valuemin=0 aria-valuemax=80 aria-valuenow=25 aria-valuetext="25 dollars" style="position:absolute;left:60px;width:20px;height:20px;background:#00f"></div>
<div role=slider tabindex=0 aria-label="Highest price" aria-valuemin=25 aria-valuemax=400 aria-valuenow=250 aria-valuetext="250 dollars" style="position:absolute;left:200px;width:20px;height:20px;background:#00f"></div></div>
<script>for(const s of document.querySelectorAll('[role=slider]'))s.onkeydown=(e)=>{const d={ArrowRight:1,ArrowUp:1,ArrowLeft:-1,ArrowDown:-1,PageUp:10,PageDown:-10}[e.key];if(!d&&e.key!=='Home'&&e.key!=='End')return;e.preventDefault();const[l,h]=[+s.ariaValueMin,+s.ariaValueMax];const v=e.key==='Home'?l:e.key==='End'?h:Math.min(h,Math.max(l,+s.ariaValueNow+d));s.ariaValueNow=v;s.ariaValueText=v+' dollars';log.push(v)}</script>""",
    "spinbutton": r"""<div role=group aria-label="Day and year"><button tabindex=-1 id=less aria-label="Previous day">-</button><div role=spinbutton tabindex=0 id=s aria-label=Day aria-valuenow=15 aria-valuemin=1 aria-valuemax=31 aria-valuetext=fifteenth>15</div><button tabindex=-1 id=more aria-label="Next day">+</button></div>
<script>const set=(v)=>{v=Math.min(31,Math.max(1,v));s.ariaValueNow=v;s.textContent=v;s.ariaValueText='day '+v;log.push(v)};
more.onclick=()=>set(+s.ariaValueNow+1);less.onclick=()=>set(+s.ariaValueNow-1);
s.onkeydown=(e)=>{const d={ArrowUp:1,ArrowDown:-1,PageUp:5,PageDown:-5}[e.key];if(d){e.preventDefault();set(+s.ariaValueNow+d)}if(e.key==='Home')set(1);if(e.key==='End')set(31)}</script>""",
    "toolbar": r"""<div role=toolbar aria-label=Format aria-controls=t><button tabindex=0 aria-pressed=false aria-label=Bold>B</button><button tabindex=-1 aria-pressed=true aria-label=Italic>I</button>
<div role=radiogroup aria-label=Align><button role=radio tabindex=-1 aria-checked=true>Left</button><button role=radio tabindex=-1 aria-checked=false>Right</button></div><button tabindex=-1 aria-disabled=true>Cut</button><button tabindex=-1 aria-haspopup=true aria-expanded=false>Font</button></div><textarea id=t aria-label=Text></textarea>
<script>for(const b of document.querySelectorAll('[aria-pressed]'))b.onclick=()=>{b.ariaPressed=b.ariaPressed==='true'?'false':'true';log.push(b.ariaLabel+' '+b.ariaPressed)};
const r=[...document.querySelectorAll('[role=radio]')];
for(const b of r)b.onclick=()=>{for(const x of r)x.ariaChecked=x===b;log.push(b.textContent)}</script>""",
    "menubar": r"""<ul role=menubar aria-label=Editor style="list-style:none"><li role=none><a role=menuitem tabindex=0 href=#a aria-haspopup=true aria-expanded=false id=m>Style</a><ul role=menu aria-label=Style id=u hidden><li role=menuitemcheckbox tabindex=-1 aria-checked=false>Bold<li role=separator><li role=menuitemradio tabindex=-1 aria-checked=true>Small<li role=menuitemradio tabindex=-1 aria-checked=false>Large</ul>
<li role=none><a role=menuitem tabindex=-1 href=#b>Help</a></ul><script>m.onclick=(e)=>{e.preventDefault();u.hidden=!u.hidden;m.ariaExpanded=!u.hidden};
u.onclick=(e)=>{const i=e.target.closest('[aria-checked]');if(!i)return;if(i.role==='menuitemradio')for(const x of u.querySelectorAll('[role=menuitemradio]'))x.ariaChecked=x===i;else i.ariaChecked=i.ariaChecked==='true'?'false':'true';log.push(i.textContent.trim()+' '+i.ariaChecked)}</script>""",
    "tabs": r"""<div role=tablist aria-label=Composers><button role=tab aria-selected=true aria-controls=p1 id=t1>Bach</button><button role=tab aria-selected=false aria-controls=p2 id=t2 tabindex=-1>Ravel</button></div><div role=tabpanel id=p1 aria-labelledby=t1 tabindex=0>Fugues</div><div role=tabpanel id=p2 aria-labelledby=t2 tabindex=0 hidden>Bolero</div>
<script>const ts=[t1,t2];const pick=(t)=>{for(const x of ts){x.ariaSelected=x===t;document.getElementById(x.getAttribute('aria-controls')).hidden=x!==t}log.push(t.textContent)};
for(const t of ts){t.onclick=()=>pick(t);t.onkeydown=(e)=>{if(e.key==='ArrowRight')ts[(ts.indexOf(t)+1)%2].focus()}}</script>""",
    "feed": r"""<div role=feed aria-busy=false aria-label=Restaurants><article tabindex=0 aria-posinset=1 aria-setsize=-1 aria-labelledby=a1 aria-describedby=d1><h3 id=a1>Fireside</h3><p id=d1>Italian</p><button>Bookmark Fireside</button></article><article tabindex=0 aria-posinset=2 aria-setsize=-1 aria-labelledby=a2><h3 id=a2>Kidd's</h3><button>Bookmark Kidd's</button></article></div>
<script>onclick=(e)=>{if(e.target.matches('button'))log.push(e.target.textContent)};
for(const a of document.querySelectorAll('article'))a.onkeydown=(e)=>{if(e.key==='PageDown'){e.preventDefault();a.nextElementSibling?.focus();log.push('next')}}</script>""",
    "carousel": r"""<section aria-roledescription=carousel aria-label=Shows><button id=halt aria-label="Stop automatic slide show">Stop</button><button id=prev aria-label="Previous slide">&lt;</button><button id=next aria-label="Next slide">&gt;</button><div role=tablist aria-label=Slides><button role=tab aria-selected=true aria-label="Slide 1"></button><button role=tab aria-selected=false aria-label="Slide 2" tabindex=-1></button></div>
<div aria-live=polite><div role=tabpanel aria-roledescription=slide aria-label="1 of 2" class=s><a href=#1>Dynamic Europe</a></div><div role=tabpanel aria-roledescription=slide aria-label="2 of 2" class=s hidden><a href=#2>Travel</a></div></div></section>
<script>let n=0;const s=[...document.querySelectorAll('.s')],t=[...document.querySelectorAll('[role=tab]')];const go=(i)=>{n=(i+2)%2;s.forEach((x,k)=>x.hidden=k!==n);t.forEach((x,k)=>x.ariaSelected=k===n);log.push('slide '+(n+1))};
next.onclick=()=>go(n+1);prev.onclick=()=>go(n-1);t.forEach((x,k)=>x.onclick=()=>go(k));halt.onclick=()=>{halt.ariaLabel='Start automatic slide show';log.push('stopped')}</script>""",
    "disclosure": r"""<nav aria-label=Site><ul><li><a href=#about>About</a><button aria-expanded=false aria-controls=d aria-label="More About pages" id=b>v</button><ul id=d hidden><li><a href=#o aria-current=page>Overview</a></ul></ul></nav><details><summary>Parking</summary><p>Behind the house</p></details>
<script>b.onclick=()=>{d.hidden=!d.hidden;b.ariaExpanded=!d.hidden;log.push('about '+!d.hidden)};
document.querySelector('details').ontoggle=(e)=>log.push('parking '+e.target.open)</script>""",
    "listbox-groups": r"""<span id=l>Animal</span><div role=listbox tabindex=0 aria-labelledby=l aria-multiselectable=true aria-activedescendant=o2 id=x><ul role=group aria-labelledby=g1><li role=presentation id=g1>Land<li role=option id=o1 aria-selected=false>Cat<li role=option id=o2 aria-selected=true>Dog</ul><ul role=group aria-labelledby=g2><li role=presentation id=g2>Water<li role=option id=o3 aria-selected=false aria-disabled=true>Eel<li role=option id=o4 aria-selected=false>Whale</ul></div>
<script>x.onclick=(e)=>{const o=e.target.closest('[role=option]');if(o){o.ariaSelected=o.ariaSelected!=='true';x.setAttribute('aria-activedescendant',o.id);log.push(o.textContent.trim()+' '+o.ariaSelected)}};
x.onkeydown=(e)=>{if(e.key==='ArrowDown'){x.setAttribute('aria-activedescendant','o4');log.push('down')}}</script>""",
    "switch": r"""<div role=switch tabindex=0 aria-checked=false id=a><span>Notify</span><span aria-hidden=true>Off</span></div><button role=switch aria-checked=true id=b>Lights</button><label><input type=checkbox role=switch id=c>Heating</label>
<script>for(const s of[a,b])s.onclick=()=>{s.ariaChecked=s.ariaChecked==='true'?'false':'true';if(s===a)s.lastChild.textContent=s.ariaChecked==='true'?'On':'Off';log.push(s.id+' '+s.ariaChecked)};
c.onchange=()=>log.push('c '+c.checked)</script>""",
    "date-dialog": r"""<label for=d>Date</label><input id=d placeholder=mm/dd/yyyy><button id=b aria-label="Choose Date">x</button><div role=dialog aria-modal=true aria-label="Choose Date" id=w hidden style="position:fixed;inset:80px auto auto 40px;background:#fff;border:1px solid"><button aria-label="Previous month" id=pm>&lt;</button><h2 aria-live=polite id=h>March 2026</h2><button aria-label="Next month" id=nm>&gt;</button>
<table role=grid aria-labelledby=h id=g>
<tr><th abbr=Sunday>Su<th abbr=Monday>Mo
<tr><td tabindex=-1>1<td tabindex=0 aria-selected=true>2
<tr><td tabindex=-1>8<td tabindex=-1 aria-disabled=true>9</table><button id=ok>OK</button><button id=no>Cancel</button></div>
<script>d.onblur=()=>d.value&&b.setAttribute('aria-label','Change Date, '+d.value);b.onclick=()=>{w.hidden=false;g.querySelector('[tabindex="0"]').focus();log.push('open')};
g.onclick=(e)=>{const c=e.target.closest('td');if(!c||c.ariaDisabled)return;
for(const x of g.querySelectorAll('td')){x.tabIndex=-1;x.removeAttribute('aria-selected')}c.tabIndex=0;c.ariaSelected='true';c.focus();log.push('day '+c.textContent.trim())};
nm.onclick=()=>{h.textContent='April 2026';log.push('next')};
ok.onclick=()=>{d.value='03/0'+g.querySelector('[aria-selected]').textContent.trim()+'/2026';b.setAttribute('aria-label','Change Date, '+d.value);w.hidden=true;b.focus();log.push(d.value)};
no.onclick=()=>{w.hidden=true}</script>""",
}
