import {
  Autocomplete, Button, Checkbox, Container, FormControl, FormControlLabel, FormGroup, FormLabel, InputAdornment,
  InputLabel, Link, MenuItem, Paper, Radio, RadioGroup, Rating, Select, Slider, Stack, Step, StepButton, Stepper, Switch,
  TextField, ToggleButton, ToggleButtonGroup, Typography,
} from "@mui/material";
import { DatePicker, DateTimePicker, LocalizationProvider, TimePicker } from "@mui/x-date-pickers";
import { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs";
import dayjs from "dayjs";
import { countries } from "./data.js";
import { mount } from "./mount.jsx";

function Checkout() {
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <Container maxWidth="md" sx={{ my: 3 }}>
        <Paper sx={{ p: 3 }} variant="outlined">
          <Typography variant="h4" component="h1" gutterBottom>Checkout</Typography>
          <Stepper activeStep={1} nonLinear sx={{ mb: 3 }}>
            {["Address", "Delivery", "Payment", "Review"].map((label) => (
              <Step key={label}><StepButton>{label}</StepButton></Step>
            ))}
          </Stepper>
          <Stack spacing={2.5}>
            <Stack direction="row" spacing={2}>
              <TextField required fullWidth label="First name" defaultValue="Grace" />
              <TextField required fullWidth label="Last name" error helperText="Please enter your last name" />
            </Stack>
            <Autocomplete options={countries} defaultValue="Norway" renderInput={(field) => <TextField {...field} label="Country" />} />
            <Autocomplete multiple options={countries} defaultValue={["Spain", "Italy"]}
              renderInput={(field) => <TextField {...field} label="Also delivers to" />} />
            <Stack direction="row" spacing={2}>
              <FormControl fullWidth>
                <InputLabel id="carrier">Carrier</InputLabel>
                <Select labelId="carrier" label="Carrier" defaultValue="post">
                  <MenuItem value="post">Post</MenuItem>
                  <MenuItem value="courier">Courier</MenuItem>
                  <MenuItem value="pickup" disabled>Pick-up point</MenuItem>
                </Select>
              </FormControl>
              <TextField select fullWidth label="Packaging" defaultValue="plain">
                {["plain", "gift", "recycled"].map((kind) => <MenuItem key={kind} value={kind}>{kind}</MenuItem>)}
              </TextField>
            </Stack>
            <Stack direction="row" spacing={2}>
              <DatePicker label="Deliver on" defaultValue={dayjs("2026-03-18")} />
              <TimePicker label="Not before" defaultValue={dayjs("2026-03-18T09:30")} />
              <DateTimePicker label="Pick-up" />
            </Stack>
            <FormControl>
              <FormLabel id="pay">Payment</FormLabel>
              <RadioGroup row aria-labelledby="pay" defaultValue="card">
                <FormControlLabel value="card" control={<Radio />} label="Card" />
                <FormControlLabel value="bill" control={<Radio />} label="Invoice" />
                <FormControlLabel value="cash" control={<Radio />} label="Cash" disabled />
              </RadioGroup>
            </FormControl>
            <TextField label="Voucher" slotProps={{ input: { endAdornment: <InputAdornment position="end"><Button>Apply</Button></InputAdornment> } }} />
            <TextField label="Message for the courier" multiline rows={3} />
            <FormGroup row>
              <FormControlLabel control={<Checkbox defaultChecked />} label="Wrap as a gift" />
              <FormControlLabel control={<Checkbox />} label="Climate neutral" />
              <FormControlLabel control={<Switch defaultChecked />} label="Text me" />
            </FormGroup>
            <div>
              <Typography id="tip">Tip</Typography>
              <Slider aria-labelledby="tip" defaultValue={10} step={5} marks min={0} max={30} valueLabelDisplay="auto" />
            </div>
            <Stack direction="row" spacing={3} sx={{ alignItems: "center" }}>
              <ToggleButtonGroup exclusive value="home" aria-label="Place">
                <ToggleButton value="home">Home</ToggleButton>
                <ToggleButton value="work">Work</ToggleButton>
              </ToggleButtonGroup>
              <Rating name="service" defaultValue={3} />
              <Link href="#terms">Terms of sale</Link>
            </Stack>
            <Stack direction="row" spacing={2} sx={{ justifyContent: "flex-end" }}>
              <Button>Back</Button>
              <Button variant="contained">Continue to payment</Button>
            </Stack>
          </Stack>
        </Paper>
      </Container>
    </LocalizationProvider>
  );
}

mount(Checkout);
