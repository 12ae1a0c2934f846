import {
  Alert, AppBar, Box, Button, Checkbox, Chip, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, Drawer,
  Fab, IconButton, InputBase, List, ListItemButton, ListItemText, Menu, MenuItem, Snackbar, SvgIcon, Tab, Table, TableBody,
  TableCell, TableHead, TablePagination, TableRow, TableSortLabel, Tabs, TextField, Toolbar, Tooltip, Typography,
} from "@mui/material";
import { SimpleTreeView, TreeItem } from "@mui/x-tree-view";
import { useState } from "react";
import { members } from "./data.js";
import { mount } from "./mount.jsx";

const Dots = () => <SvgIcon><path d="M12 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4m0 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4m0 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4" /></SvgIcon>;
const Bin = () => <SvgIcon><path d="M6 19c0 1.1.9 2 2 2h8c1.1 0 2-.9 2-2V7H6zM19 4h-3.500l-1-1h-5l-1 1H5v2h14z" /></SvgIcon>;

function Members() {
  const [anchor, open] = useState(null);
  const [inviting, invite] = useState(false);
  const [told, tell] = useState(false);
  const [selected, select] = useState([2]);
  const toggle = (id) => select(selected.includes(id) ? selected.filter((each) => each !== id) : [...selected, id]);
  return (
    <Box sx={{ display: "flex" }}>
      <AppBar position="fixed" sx={{ zIndex: 1300 - 1 }}>
        <Toolbar>
          <Typography variant="h6" sx={{ flexGrow: 1 }}>Members</Typography>
          <InputBase placeholder="Search…" sx={{ color: "inherit", mr: 2 }} inputProps={{ "aria-label": "search" }} />
          <Button color="inherit" onClick={() => invite(true)}>Invite</Button>
        </Toolbar>
      </AppBar>
      <Drawer variant="permanent" sx={{ width: 220, "& .MuiDrawer-paper": { width: 220 } }}>
        <Toolbar />
        <List>
          {["Overview", "Members", "Billing", "Audit log"].map((text) => (
            <ListItemButton key={text} selected={text === "Members"}><ListItemText primary={text} /></ListItemButton>
          ))}
        </List>
        <SimpleTreeView defaultExpandedItems={["teams", "web"]} defaultSelectedItems="shop">
          <TreeItem itemId="teams" label="Teams">
            <TreeItem itemId="web" label="Web"><TreeItem itemId="shop" label="Shop" /><TreeItem itemId="blog" label="Blog" /></TreeItem>
            <TreeItem itemId="data" label="Data"><TreeItem itemId="reports" label="Reports" /></TreeItem>
          </TreeItem>
          <TreeItem itemId="guests" label="Guests" />
        </SimpleTreeView>
      </Drawer>
      <Box component="main" sx={{ flexGrow: 1, p: 3 }}>
        <Toolbar />
        <Tabs value={0}><Tab label="Active" /><Tab label="Invited" /><Tab label="Blocked" disabled /></Tabs>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell padding="checkbox"><Checkbox indeterminate slotProps={{ input: { "aria-label": "Select all" } }} /></TableCell>
              <TableCell sortDirection="asc"><TableSortLabel active direction="asc">Name</TableSortLabel></TableCell>
              <TableCell><TableSortLabel>E-mail</TableSortLabel></TableCell>
              <TableCell>Role</TableCell>
              <TableCell />
            </TableRow>
          </TableHead>
          <TableBody>
            {members.slice(0, 15).map((member) => (
              <TableRow key={member.id} hover selected={selected.includes(member.id)} onClick={() => toggle(member.id)} sx={{ cursor: "pointer" }}>
                <TableCell padding="checkbox"><Checkbox checked={selected.includes(member.id)} /></TableCell>
                <TableCell>{member.name}</TableCell>
                <TableCell>{member.email}</TableCell>
                <TableCell><Chip size="small" label={member.role} onDelete={() => {}} /></TableCell>
                <TableCell>
                  <Tooltip title="Remove"><IconButton size="small" onClick={(event) => event.stopPropagation()}><Bin /></IconButton></Tooltip>
                  <IconButton size="small" aria-label="More" onClick={(event) => { event.stopPropagation(); open(event.currentTarget); }}><Dots /></IconButton>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
        <TablePagination component="div" count={40} page={0} rowsPerPage={25} onPageChange={() => {}} />
        <Fab color="primary" aria-label="Add" sx={{ position: "fixed", bottom: 24, right: 24 }}>+</Fab>
      </Box>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => open(null)}>
        {["Change the role", "Send a message", "Block"].map((text) => (
          <MenuItem key={text} onClick={() => { open(null); tell(true); }}>{text}</MenuItem>
        ))}
      </Menu>
      <Dialog open={inviting} onClose={() => invite(false)}>
        <DialogTitle>Invite a member</DialogTitle>
        <DialogContent>
          <DialogContentText>They get a mail with a link that is valid for a week.</DialogContentText>
          <TextField autoFocus margin="dense" label="E-mail" type="email" fullWidth variant="standard" />
        </DialogContent>
        <DialogActions><Button onClick={() => invite(false)}>Cancel</Button><Button onClick={() => { invite(false); tell(true); }}>Send</Button></DialogActions>
      </Dialog>
      <Snackbar open={told} anchorOrigin={{ vertical: "bottom", horizontal: "center" }}>
        <Alert severity="success" onClose={() => tell(false)}>The member has been told</Alert>
      </Snackbar>
    </Box>
  );
}

mount(Members);
