"""Spanish: boards, questions, shops."""

from __future__ import annotations

from training.comment_free.vocabulary.phrases import phrases

WORDS = phrases("""
site
    Foro de Acuarios | Comunidad Motera | Foro del Huerto
board
    Presentaciones | Peces de agua dulce | Plantas | Enfermedades | Bricolaje | Compra y venta
    Fotos | Acuarios marinos | Charla general
about
    Preséntate aquí. | Cuidados, cría y compatibilidad. | Abonado, luz y CO2.
    Síntomas y tratamientos. | Hazlo tú mismo. | Anuncios entre usuarios.
topic
    Mi {pez} no come | ¿Cuántos {peces} en 60 litros? | Vendo {cosa} casi nuevo
    Manchas blancas en los {peces} | Nuevo en el foro, desde {city} | Ayuda con el {cosa}
    ¿Qué {cosa} me recomendáis? | Quedada en {city} | Mi primer acuario con {peces}
    {cosa} hace mucho ruido | Cría de {peces}, paso a paso | Algas por culpa del {cosa}
question
    ¿Por qué mis {peces} suben a la superficie? | ¿Cada cuánto se limpia el {cosa}?
    ¿Se pueden mezclar {peces} y {peces}? | ¿Cómo bajo la temperatura en verano sin {cosa}?
    ¿Es normal que un {pez} se esconda todo el día?
pez
    disco | betta | guppy | escalar | ramirezi | pez payaso
peces
    neones | corydoras | guppys | discos | platys | gambas | bettas
cosa
    filtro exterior | calentador | difusor de CO2 | acuario de 120 litros | esterilizador
    skimmer | foco LED
opening
    Hola, tengo un acuario de 100 litros con {peces} desde marzo.
    Ayer cambié el {cosa} y hoy el agua está turbia.
    He comprado un {pez} en una tienda de {city}.
detail
    Los nitritos están a cero y el pH en 7.
    El {cosa} funciona bien, pero hace un ruido raro por la noche.
    Los {peces} respiran deprisa y no se mueven del fondo.
    En la tienda me dijeron que esperase una semana.
ask
    ¿Qué puedo hacer? | ¿Alguien sabe a qué se debe? | ¿Cambio el {cosa} o espero?
tag
    filtro | plantas | algas | peces | agua | luz | marino
user
    paco_m | Lucía | marinero | Chema | sirena22 | Toni | Iñaki | La Nena | juanillo | Rocío
    el_gallego | Nacho | burbuja | Merche | tortuga | Quique
city
    Zaragoza | Málaga | Bilbao | Rosario | Puebla | Gijón
first
    Carmen | Javier | Pilar | Andrés | Beatriz | Sergio
last
    Ortega | Molina | Castro | Herrero | Vidal | Ramos
hotel
    Hotel {hotelname} | Hostal {hotelname} | Apartamentos {hotelname} | Pensión {hotelname}
    {hotelname} Boutique
hotelname
    Alameda | Las Palmas | del Puerto | Los Olivos | San Roque | Mirador | Plaza Mayor
quarter
    Centro | Casco antiguo | Puerto | Ensanche | Playa
room
    Habitación doble | Estudio con terraza | Habitación individual | Apartamento de 1 dormitorio
    Suite con vistas al mar
beds
    1 cama doble | 2 camas individuales | 1 cama doble grande | 1 sofá cama
perk
    Cancelación gratis | Desayuno incluido | Sin pago por adelantado
    Solo quedan 2 a este precio
grade
    Bien | Muy bien | Fabuloso | Fantástico
shop
    Casa Lola | La Despensa
aisle_about
    Piezas sencillas y duraderas, elegidas por nuestro equipo.
    Hecho en talleres pequeños, envío en dos días.
aisle
    Hogar | Cocina | Jardín | Niños | Ofertas
product
    {goods} {modelo} {colour} | {brand} {goods} de {material}
brand
    Alborada | Casanova | Marea | Olivo
goods
    Lámpara | Cojín | Silla | Mantel | Taza | Alfombra | Espejo | Manta
modelo
    Sevilla | Luna | Brisa | Nómada
material
    mimbre | algodón | roble | barro | lino
colour
    azul | blanca | beige | verde oliva | mostaza
""")
